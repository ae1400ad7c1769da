import { createHash, randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import {
  findRunningPostgres,
  removeStoppedPostgres,
  startPostgres,
} from '#/scripts/embedded-postgres/postgres.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import type { RunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';

const root = join(import.meta.dirname, '..', '..');
/** The file system in memory that Linux has. In a container it is often too small. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 8e9;

/** Asks for the size, not for what is free, so that all processes of a run choose the same folder. */
const isEnoughMemory = (): boolean => {
  try {
    const { blocks, bsize } = statfsSync(MEMORY);
    return blocks * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
};

const isInMemory = isEnoughMemory();

/** The folder of the tests' Postgres, in memory if possible: on a disk, creating and dropping a database takes as long as the test in between. */
const dataDir = isInMemory
  ? join(MEMORY, `razao-test-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`)
  : join(root, '.data', 'test');

const settings = {
  fsync: 'off',
  max_connections: '300',
  // The write-ahead log would otherwise keep 2 GB of memory.
  min_wal_size: '64MB',
  max_wal_size: '512MB',
};

let cluster: Promise<RunningPostgres> | undefined;

/**
 * Joins the Postgres of the tests, or starts it: without fsync, because its databases are dropped after their tests. Durability is
 * tested by `npm run test:crash`, with a Postgres of its own.
 */
const joinCluster = (): Promise<RunningPostgres> => {
  cluster ??= startPostgres({ dataDir, settings });
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

/** Time for a closed connection to end on its own. If the drop ended it, its error would fail the next test. */
const LEAVE_MS = 500;

const untilUnused = async (client: pg.Client, name: string): Promise<void> => {
  const used = 'SELECT FROM pg_stat_activity WHERE datname = $1';
  await waitUntil(async () => (await client.query(used, [name])).rowCount === 0 || undefined, {
    timeoutMs: LEAVE_MS,
  });
};

const dropDatabase = async (client: pg.Client, name: string): Promise<void> => {
  await untilUnused(client, name);
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
};

/** A database of one test or suite. */
export interface TestDatabase {
  readonly url: string;
  /** Drops the database, and ends the connections that a failed test left open. */
  readonly drop: () => Promise<void>;
}

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

const databaseAt = (server: string, name: string): TestDatabase => {
  const address = new URL(server);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    drop: () => onServer(server, (client) => dropDatabase(client, name)),
  };
};

/**
 * Creates an empty database. All tests of this clone share one Postgres, also tests of other runs at the same time; the last run to
 * end stops it.
 */
export const testDatabase = async (): Promise<TestDatabase> => {
  const { url } = await joinCluster();
  const name = newName();
  await onServer(url, (client) => client.query(`CREATE DATABASE ${name} STRATEGY FILE_COPY`));
  return databaseAt(url, name);
};

const ORIGINALS_OF_BEFORE = `SELECT datname AS name FROM pg_database WHERE datname LIKE 'original\\_%'
  AND datname NOT LIKE 'original\\_' || extract(epoch FROM pg_postmaster_start_time())::bigint || '\\_%'`;
const ORIGINAL_NAME = `SELECT 'original_' || extract(epoch FROM pg_postmaster_start_time())::bigint || '_' AS prefix`;

/** Makes a database to copy, and drops such databases that remain from runs before this start of Postgres. */
const makeOriginal = async (prepare: (url: string) => Promise<void>): Promise<string> => {
  const { url } = await joinCluster();
  let name = '';
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(ORIGINALS_OF_BEFORE);
    for (const old of rows) await client.query(`DROP DATABASE IF EXISTS ${old.name} WITH (FORCE)`);
    const answer = await client.query<{ prefix: string }>(ORIGINAL_NAME);
    name = `${answer.rows[0]?.prefix}${randomUUID().replaceAll('-', '')}`;
    await client.query(`CREATE DATABASE ${name}`);
  });
  await prepare(databaseAt(url, name).url);
  return name;
};

/**
 * Returns a function that creates databases with the content that `prepare` makes. Each process prepares one database and then copies
 * it, because creating the tables of a product takes much longer.
 */
export const databasesWith = (prepare: (url: string) => Promise<void>) => {
  let original: Promise<string> | undefined;
  return async (): Promise<TestDatabase> => {
    const from = await (original ??= makeOriginal(prepare));
    const { url } = await joinCluster();
    const name = newName();
    await onServer(url, async (client) => {
      await untilUnused(client, from);
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
    });
    return databaseAt(url, name);
  };
};

/**
 * Stops the Postgres that tests share, unless another run still uses it. Called once, after the last test. In a parallel run only
 * workers have used it, and they have ended; this process joins it, to stop it.
 */
export const leaveCluster = async (): Promise<void> => {
  if (cluster !== undefined || (await findRunningPostgres(dataDir)) !== undefined) {
    const { stop } = await joinCluster();
    cluster = undefined;
    await stop();
  }
  if (isInMemory) await removeStoppedPostgres(dataDir);
};
