/** How long a request waits for the answer to another request's charge. Our pages wait longer for their own answer. */
export const LONGEST_ANSWER_WAIT_MS = 20_000;

/** Interval of looking for that answer. */
export const LOOK_EVERY_MS = 100;
