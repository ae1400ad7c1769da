/** Rows are kept for as long as a page may repeat its request. */
export const KEPT_HOURS = 24;
/** Most rows in a table. */
export const MOST_KEPT = 100_000;
