/** As long as a page may repeat its request. */
export const KEPT_HOURS = 24;
/** Rows per table. */
export const MOST_KEPT = 100_000;
