/**
 * The longest time for which a request waits for the answer to a charge that another request makes, in milliseconds: for a retry under the
 * same key, and for a duplicate under another key (`twin-purchases.ts`). It is shorter than the time for which our pages wait for an
 * answer.
 */
export const LONGEST_ANSWER_WAIT_MS = 20_000;

/** The interval at which such a request looks for the answer. */
export const LOOK_EVERY_MS = 100;
