import pg from 'pg';
import type { Logger } from 'pino';

/**
 * Connections whose statements find their rows by an index, row by row. Plans are kept for statements of every sale, and
 * one made while a table is small would read all of it for ever after. What waits is a few rows among the dead entries of
 * those that waited before: only a plain index scan marks these, so that the next one passes over them.
 */
export const openNoticePool = (databaseUrl: string, logger: Pick<Logger, 'warn'>): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: '-c enable_seqscan=off -c enable_bitmapscan=off',
    max: 10,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'a connection for notices broke'));
  // One that breaks while it is lent out, between two queries, would end the process; its borrower notices by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
