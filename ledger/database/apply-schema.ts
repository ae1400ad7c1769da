import type { Pool } from 'pg';

/**
 * Creates missing tables and indexes. Processes may start on an empty database at the same time, and `IF NOT EXISTS` alone lets
 * two of them collide, so one creates and the others wait. Several statements in one query are one transaction.
 */
export const applySchema = async (pool: Pool, statements: string): Promise<void> => {
  await pool.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('razao schema', 0)); ${statements}`,
  );
};
