import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { runningPostgres, startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import type { RunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';

const dataDir = join(import.meta.dirname, '..', '..', '.data', 'test');

let cluster: Promise<RunningPostgres> | undefined;

/** `npm run test:crash` tests durability with its own Postgres; this one is discarded after the tests and may skip fsync. */
const joinCluster = (): Promise<RunningPostgres> => {
  cluster ??= startPostgres({ dataDir, settings: { fsync: 'off', max_connections: '300' } });
  return cluster;
};

const onServer = async (
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

/** Time for a closed connection to end by itself: cut off by the drop, it would fail the next test. */
const LEAVE_MS = 500;

const dropDatabase = async (client: pg.Client, name: string): Promise<void> => {
  const used = 'SELECT FROM pg_stat_activity WHERE datname = $1';
  await waitUntil(async () => (await client.query(used, [name])).rowCount === 0 || undefined, {
    timeoutMs: LEAVE_MS,
  });
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
};

/** A database of one test or suite. */
export interface TestDatabase {
  readonly url: string;
  /** Drops the database, and ends the connections that a failed test left open. */
  readonly drop: () => Promise<void>;
}

/**
 * Creates an empty database in the one Postgres that all tests of this folder share, also those of other runs at the same time;
 * the last run to end stops it.
 */
export const testDatabase = async (): Promise<TestDatabase> => {
  const { url } = await joinCluster();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(url, (client) => client.query(`CREATE DATABASE ${name}`));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    drop: () => onServer(url, (client) => dropDatabase(client, name)),
  };
};

/**
 * Called once, after the last test: stops the shared Postgres, unless another run still uses it. In a parallel run its users
 * were worker processes that have ended, not this one.
 */
export const leaveCluster = async (): Promise<void> => {
  if (cluster === undefined && (await runningPostgres(dataDir)) === undefined) return;
  const { stop } = await joinCluster();
  cluster = undefined;
  await stop();
};
