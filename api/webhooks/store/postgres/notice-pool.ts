import pg from 'pg';
import type { Logger } from 'pino';
import { DURABLE } from '#/ledger/database/durable-session.ts';

/** Plain index scans mark dead index entries, so that later scans skip them; bitmap scans do not. */
export const openNoticePool = (databaseUrl: string, logger: Pick<Logger, 'warn'>): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: `${DURABLE} -c enable_seqscan=off -c enable_bitmapscan=off`,
    max: 10,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'a connection for notices broke'));
  // An unhandled error would end the process; the next query reports it anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
