/** Rows are kept as long as a page may repeat its request. */
export const KEPT_HOURS = 24;
/** At most about 30 MB. */
export const MOST_KEPT = 100_000;
