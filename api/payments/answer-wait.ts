/** Wait for the answer to a charge of another request; shorter than our pages wait for an answer. */
export const LONGEST_ANSWER_WAIT_MS = 20_000;

/** Interval of looking for that answer. */
export const LOOK_EVERY_MS = 100;
