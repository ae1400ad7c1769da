import type { Pool } from 'pg';

/** In milliseconds since 1970. */
export const databaseClock = (pool: Pool) => async (): Promise<number> => {
  const { rows } = await pool.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  return Number(rows[0]?.ms);
};
