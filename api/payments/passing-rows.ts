import type { Pool } from 'pg';

/** As long as a page may repeat what it sent; and no more than about 30 MB. */
export const KEPT_HOURS = 24;
const MOST_KEPT = 100_000;
/** Room is made once in so many rows, so that most cost one row. */
const MADE_ROOM_EVERY = 100;

/**
 * Keeps a table that strangers fill from growing: what is older than a day goes, and the oldest beyond the most.
 * @param table and @param age, its column of when a row came: names in our own code, never a caller's
 * @returns to be called after each new row
 */
export const keepPassing = (
  pool: Pool,
  of: { readonly table: string; readonly age: string; readonly mostKept?: number | undefined },
): (() => Promise<void>) => {
  const { table, age, mostKept = MOST_KEPT } = of;
  let kept = 0;
  return async () => {
    kept += 1;
    if (kept % Math.min(MADE_ROOM_EVERY, mostKept) !== 0) return;
    await pool.query(
      `DELETE FROM ${table} WHERE ${age} < greatest(
         now() - make_interval(hours => $1),
         (SELECT ${age} FROM ${table} ORDER BY ${age} DESC OFFSET $2 LIMIT 1))`,
      [KEPT_HOURS, mostKept],
    );
  };
};
