import pg from 'pg';
import type { Logger } from 'pino';
import { DURABLE } from '#/ledger/database/durable-session.ts';

/**
 * Connections on which Postgres prefers plain index scans. It may keep the plan of a statement with a name. A plan that was made while a
 * table was small may read the whole table, or a whole index, ever after. So a statement has a name only if each of its steps looks up
 * single rows. The others are planned each time, by the present size of the tables.
 *
 * The index of due targets has many dead entries of rows that waited earlier, and few of rows that wait now. A plain index scan marks the
 * dead ones, so that the next scan skips them; a bitmap scan does not.
 */
export const openNoticePool = (databaseUrl: string, logger: Pick<Logger, 'warn'>): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: `${DURABLE} -c enable_seqscan=off -c enable_bitmapscan=off`,
    max: 10,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'a connection for notices broke'));
  // An unhandled error between two queries of a connection in use would end the process; the next query reports the failure anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
