/** Hours for which a row is stored: as long as a page may repeat its request. */
export const STORED_HOURS = 24;
/** Most rows of one table. */
export const MOST_KEPT = 100_000;
