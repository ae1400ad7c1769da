import pg from 'pg';
import type { Logger } from 'pino';
import { DURABLE } from '#/ledger/database/durable-session.ts';

/**
 * Connections that only use index scans. Plans of prepared statements are kept, and a plan made while a table is small would
 * read all of it ever after, or a whole index. So only a statement has a name whose every step looks up single rows; the others are
 * planned each time, by the present size of the tables, also if the statistics are from when these were nearly empty. The waiting rows are
 * few among dead index entries of earlier ones: only a plain index scan marks those as dead, so that the next scan skips them.
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
