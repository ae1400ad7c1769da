import type { Pool } from 'pg';
import { STORED_HOURS, MOST_KEPT } from './passing-bounds.ts';

/** Old rows are deleted once per this many new ones, so that most inserts write only their own row. */
const DELETE_EVERY = 100;

/**
 * Bounds a table that strangers fill: deletes old rows, and the oldest beyond `mostKept`.
 * @param of becomes SQL, so it must not come from a request; `age` is the column of a row's creation time
 * @returns a function to be called after each new row
 */
export const boundTable = (
  pool: Pool,
  of: { readonly table: string; readonly age: string; readonly mostKept?: number | undefined },
): (() => Promise<void>) => {
  const { table, age, mostKept = MOST_KEPT } = of;
  let inserted = 0;
  return async () => {
    inserted += 1;
    if (inserted % Math.min(DELETE_EVERY, mostKept) !== 0) return;
    await pool.query(
      `DELETE FROM ${table} WHERE ${age} < greatest(
         now() - make_interval(hours => $1),
         (SELECT ${age} FROM ${table} ORDER BY ${age} DESC OFFSET $2 LIMIT 1))`,
      [STORED_HOURS, mostKept],
    );
  };
};
