import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import { isAlive, withFileLock } from './file-lock.ts';
import { checkVersion, createCluster, launch, roleName } from './postgres-cluster.ts';
import {
  readClusterVersion,
  findPostgresBinaries,
  preparePostgresFiles,
  readAccess,
  readPostmaster,
} from './postgres-files.ts';
import type { PostgresFiles, Postmaster } from './postgres-files.ts';
import type { Progress } from '#/scripts/launch/progress.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';

/** An embedded Postgres, used by this process. */
export interface RunningPostgres {
  /** URL of the database `razao`. */
  readonly url: string;
  /** True when the server was running already. */
  readonly adopted: boolean;
  /** Stops the server if this was its last user. @throws BadEnvironment when it does not stop in time */
  readonly stop: () => Promise<void>;
}

interface StartOptions extends Partial<Progress> {
  /** Created when absent. */
  readonly dataDir: string;
  /** Settings for the server, if this call starts it. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A connection with a shared advisory lock. By these locks Postgres counts the processes that use it; a killed one does not count. */
interface Lease {
  readonly client: pg.Client;
  readonly socket: Socket;
  readonly url: string;
}

const leaseKey = 7_261_170;

/** Limit for a lease's query: one may create the database, and a frozen server answers none. */
const LEASE_MS = 30_000;
const RETAKE_EVERY_MS = 500;

/** Time for a running server to recover, start or stop. */
const ADOPTION_MS = 60_000;
/** A server that takes longer is reported, and stops on its own. */
const STOP_MS = 25_000;
/** A longer wait prints a progress line. */
const SHORT_MS = 2_000;
/** A server that does not answer in time is left running: it may have other users. */
const LAST_QUESTION_MS = 2_000;

/** Undefined when no server lets us in, or the server is another folder's. */
const takeLease = async (files: PostgresFiles, port: number): Promise<Lease | undefined> => {
  const access = await readAccess(files);
  if (access === undefined) return undefined;
  const url = `postgres://${roleName}:${access.password}@127.0.0.1:${port}`;
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: `${url}/postgres`,
    connectionTimeoutMillis: 5_000,
    query_timeout: LEASE_MS,
    stream: () => socket,
  });
  // Other connections to the server report its end.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if (rows[0]?.data_directory !== files.cluster) throw new Error('another data directory');
    await client.query('SELECT pg_advisory_lock_shared($1)', [leaseKey]);
    const databases = await client.query('SELECT FROM pg_database WHERE datname = $1', [roleName]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${roleName}`);
  } catch {
    socket.destroy();
    return undefined;
  }
  socket.unref();
  return { client, socket, url: `${url}/${roleName}` };
};

/** Whether the process is this folder's server: after a crash another process may have the pid. Without /proc, any process counts. */
const isOurs = async ({ pid }: Postmaster, files: PostgresFiles): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  if (!existsSync('/proc/self/cmdline')) return true;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0').includes(files.cluster);
};

/**
 * Joins the server that runs in this data folder; undefined = none runs. After a crash, removes the postmaster.pid that is left: its
 * process id may be another program's now.
 * @throws BadEnvironment when the server runs but cannot be joined
 */
const adopt = async (
  files: PostgresFiles,
  { onProgress, signal }: Progress,
): Promise<Lease | undefined> => {
  const progressTimer = setTimeout(
    () => onProgress('Waiting for the Postgres that runs'),
    SHORT_MS,
  );
  const outcome = await waitUntil(
    async () => {
      const postmaster = await readPostmaster(files);
      if (postmaster === undefined) return 'none';
      if (!(await isOurs(postmaster, files))) return 'stale';
      return postmaster.ready ? takeLease(files, postmaster.port) : undefined;
    },
    { timeoutMs: ADOPTION_MS, signal },
  ).finally(() => clearTimeout(progressTimer));
  if (outcome === 'none') return undefined;
  if (outcome === 'stale') {
    await rm(join(files.cluster, 'postmaster.pid'), { force: true });
    return undefined;
  }
  if (outcome !== undefined) return outcome;
  throw new BadEnvironment(
    `The Postgres of ${files.dataDir} runs but does not let us in; see ${files.log}.`,
  );
};

/** Retries, because a killed server holds its shared memory for a moment, and another program may take the port. */
const launchWithRetries = async (
  files: PostgresFiles,
  postgres: string,
  settings: Readonly<Record<string, string>>,
  progress: Progress,
): Promise<Lease> => {
  const launched = await waitUntil(
    async () => {
      const outcome = await launch(files, postgres, settings, progress);
      return outcome === 'ready' || outcome === 'failed' ? outcome : undefined;
    },
    { timeoutMs: 15_000, everyMs: 200, signal: progress.signal },
  );
  const postmaster = await readPostmaster(files);
  const lease = launched === 'ready' && postmaster && (await takeLease(files, postmaster.port));
  if (lease) return lease;
  const log = (await readFile(files.log, 'utf8')).trim().split('\n');
  const reason = log.find((line) => line.includes('FATAL:')) ?? log.at(-1) ?? '';
  throw new BadEnvironment(`Postgres does not start in ${files.dataDir}: ${reason}.`);
};

/**
 * Keeps a lease: after a crash of the server, takes a new one as soon as a server runs in the folder again.
 * @returns a function that stops this and returns the lease, for the caller to release; undefined = there is no server to join
 */
const keepLease = (files: PostgresFiles, first: Lease): (() => Promise<Lease | undefined>) => {
  const ending = new AbortController();
  const { signal } = ending;
  let lease: Lease | undefined;
  let retaking = Promise.resolve();

  const take = async (): Promise<Lease | undefined> => {
    const postmaster = await readPostmaster(files);
    if (!postmaster?.ready || !(await isOurs(postmaster, files))) return undefined;
    return takeLease(files, postmaster.port);
  };
  const retake = async (): Promise<void> => {
    while (!signal.aborted) {
      const newLease = await take();
      if (newLease !== undefined) return hold(newLease);
      await delay(RETAKE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const hold = (current: Lease): void => {
    lease = current;
    current.client.once('end', () => {
      lease = undefined;
      retaking = retake();
    });
  };
  hold(first);

  return async () => {
    ending.abort();
    await retaking;
    return lease ?? take();
  };
};

const stop = async (files: PostgresFiles, { client, socket }: Lease): Promise<void> => {
  socket.ref();
  const isLast = async (): Promise<boolean> => {
    const query = { values: [leaseKey], query_timeout: LAST_QUESTION_MS };
    await client.query({ ...query, text: 'SELECT pg_advisory_unlock_shared($1)' });
    const { rows } = await client.query<{ last: boolean }>({
      ...query,
      text: 'SELECT pg_try_advisory_lock($1) AS last',
    });
    return rows[0]?.last === true;
  };
  // If unknown, there may be other users, so the server is not stopped.
  const last = await isLast().catch(() => false);
  const postmaster = await readPostmaster(files);
  // A hung server would not read the protocol's goodbye.
  socket.destroy();
  if (!last || postmaster === undefined) return;
  // SIGINT is Postgres's fast shutdown, after which the next start needs no recovery.
  process.kill(postmaster.pid, 'SIGINT');
  const isGone = async () => ((await readPostmaster(files)) === undefined ? true : undefined);
  const stopped = await waitUntil(isGone, { timeoutMs: STOP_MS });
  if (!stopped) throw new BadEnvironment(`Postgres does not stop; see ${files.log}.`);
  const hasEnded = async () => ((await isOurs(postmaster, files)) ? undefined : true);
  await waitUntil(hasEnded, { timeoutMs: 2_000 });
};

/**
 * Starts the embedded Postgres of a data folder, or joins the one that runs there.
 * @throws BadEnvironment when neither is possible
 */
export const startPostgres = async ({
  dataDir,
  onProgress = () => undefined,
  signal,
  settings = {},
}: StartOptions): Promise<RunningPostgres> => {
  const files = await preparePostgresFiles(dataDir);
  const progress = { onProgress, signal };
  const start = async (): Promise<{ lease: Lease; adopted: boolean }> => {
    const running = await adopt(files, progress);
    if (running !== undefined) return { lease: running, adopted: true };
    const { initdb, postgres } = await findPostgresBinaries();
    if ((await readClusterVersion(files)) === undefined) {
      onProgress(`Preparing a Postgres in ${files.dataDir}`);
      await createCluster(files, initdb, signal);
    }
    await checkVersion(files, postgres);
    return { lease: await launchWithRetries(files, postgres, settings, progress), adopted: false };
  };
  const { lease, adopted } = await withFileLock(files.lock, start, signal);
  onProgress(adopted ? 'Postgres was already running' : 'Postgres is running');
  const stopKeeping = keepLease(files, lease);
  return {
    url: lease.url,
    adopted,
    stop: async () => {
      const last = await stopKeeping();
      if (last !== undefined) await withFileLock(files.lock, () => stop(files, last));
    },
  };
};

/** The connection string, or undefined when no Postgres answers there. */
export const findRunningPostgres = async (dataDir: string): Promise<string | undefined> => {
  if (!existsSync(dataDir)) return undefined;
  const files = await preparePostgresFiles(dataDir);
  const postmaster = await readPostmaster(files);
  const lease = postmaster && (await takeLease(files, postmaster.port));
  lease?.socket.destroy();
  return lease?.url;
};

/** Removes the cluster and the password of a data folder's Postgres, but not its log file. Does nothing while the Postgres runs. */
export const removeStoppedPostgres = async (dataDir: string): Promise<void> => {
  const files = await preparePostgresFiles(dataDir);
  await withFileLock(files.lock, async () => {
    const postmaster = await readPostmaster(files);
    if (postmaster !== undefined && (await isOurs(postmaster, files))) return;
    await rm(files.cluster, { recursive: true, force: true });
    await rm(files.access, { force: true });
  });
};
