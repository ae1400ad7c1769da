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

/** A running embedded Postgres, held open by this process. */
export interface RunningPostgres {
  /** Connection string of the database `razao`. */
  readonly url: string;
  /** True when it was already running: another process uses it, or one that used it was killed. */
  readonly adopted: boolean;
  /** Releases the server, and stops it if this was its last user. @throws BadEnvironment when it does not stop in time */
  readonly stop: () => Promise<void>;
}

interface StartOptions extends Partial<Progress> {
  /** Created when absent. */
  readonly dataDir: string;
  /** Overrides single settings of the server, if this call is the one that starts it. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * A connection that holds a shared advisory lock for as long as this process uses the server. So Postgres itself counts its users, and
 * stops counting a killed user at once. The connection does not keep the process alive.
 */
interface Lease {
  readonly client: pg.Client;
  readonly socket: Socket;
  readonly url: string;
}

const leaseKey = 7_261_170;

/** Time limit for each query that takes a lease: one of them may create the database, and a frozen server answers none. */
const LEASE_MS = 30_000;
const RETAKE_EVERY_MS = 500;

/** Time limit for a running server to recover, start or stop. */
const ADOPTION_MS = 60_000;
/** Time limit for a stop; a server that takes longer is left to stop on its own. */
const STOP_MS = 25_000;
/** A wait that takes longer prints a progress line. */
const SHORT_MS = 2_000;
/** Time limit for the last queries of a user. A server that does not answer them is left running, because it may have other users. */
const LAST_QUESTION_MS = 2_000;

/** Joins the server on a port. Returns undefined when none lets us in there, or when it is not the Postgres of this folder. */
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
  // Losing this connection is no error here: other connections to the server report its end.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if (rows[0]?.data_directory !== files.cluster) throw new Error('another data directory');
    await client.query('SELECT pg_advisory_lock_shared($1)', [leaseKey]);
    const known = await client.query('SELECT FROM pg_database WHERE datname = $1', [roleName]);
    if (known.rowCount === 0) await client.query(`CREATE DATABASE ${roleName}`);
  } catch {
    socket.destroy();
    return undefined;
  }
  socket.unref();
  return { client, socket, url: `${url}/${roleName}` };
};

/**
 * Returns whether the process in postmaster.pid is the Postgres of this folder. After a crash, another process may have got that id. Without
 * /proc, any process with that id counts as the Postgres.
 */
const isOurs = async ({ pid }: Postmaster, files: PostgresFiles): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  if (!existsSync('/proc/self/cmdline')) return true;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0').includes(files.cluster);
};

/**
 * Joins a running server, and waits for one that is starting or stopping; undefined when there is none. Removes a postmaster.pid left by
 * a crash, because Postgres refuses to start when another process has that id now, as in a new container.
 * @throws BadEnvironment when the server runs but cannot be joined
 */
const adopt = async (
  files: PostgresFiles,
  { onProgress, signal }: Progress,
): Promise<Lease | undefined> => {
  const telling = setTimeout(() => onProgress('Waiting for the Postgres that runs'), SHORT_MS);
  const outcome = await waitUntil(
    async () => {
      const postmaster = await readPostmaster(files);
      if (postmaster === undefined) return 'none';
      if (!(await isOurs(postmaster, files))) return 'stale';
      return postmaster.ready ? takeLease(files, postmaster.port) : undefined;
    },
    { timeoutMs: ADOPTION_MS, signal },
  ).finally(() => clearTimeout(telling));
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

/**
 * Retries a start: a killed server's processes hold its shared memory for a moment, and another program may take the free port.
 */
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
 * Keeps a lease on a server through the server's crashes. When one process of Postgres dies, Postgres ends every session. A user without a
 * new lease would not be counted, and the next user to stop would stop the server while it is in use.
 * @returns a function that stops keeping the lease and returns it, or undefined when the server is down
 */
const holdOn = (files: PostgresFiles, first: Lease): (() => Promise<Lease | undefined>) => {
  const lettingGo = new AbortController();
  const { signal } = lettingGo;
  let lease: Lease | undefined;
  let retaken = Promise.resolve();

  const take = async (): Promise<Lease | undefined> => {
    const postmaster = await readPostmaster(files);
    if (!postmaster?.ready || !(await isOurs(postmaster, files))) return undefined;
    return takeLease(files, postmaster.port);
  };
  const retake = async (): Promise<void> => {
    while (!signal.aborted) {
      const again = await take();
      if (again !== undefined) return keep(again);
      await delay(RETAKE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const keep = (current: Lease): void => {
    lease = current;
    current.client.once('end', () => {
      lease = undefined;
      retaken = retake();
    });
  };
  keep(first);

  return async () => {
    lettingGo.abort();
    await retaken;
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
  // If the lease broke or a query times out, it is unknown whether the server has other users, so this call does not stop the server.
  const last = await isLast().catch(() => false);
  const postmaster = await readPostmaster(files);
  // Closed without the protocol's goodbye, which a hung server would not read.
  socket.destroy();
  if (!last || postmaster === undefined) return;
  // SIGINT is Postgres's fast shutdown: it ends sessions and writes a checkpoint, so the next start needs no recovery.
  process.kill(postmaster.pid, 'SIGINT');
  const isGone = async () => ((await readPostmaster(files)) === undefined ? true : undefined);
  const stopped = await waitUntil(isGone, { timeoutMs: STOP_MS });
  if (!stopped) throw new BadEnvironment(`Postgres does not stop; see ${files.log}.`);
  const hasEnded = async () => ((await isOurs(postmaster, files)) ? undefined : true);
  await waitUntil(hasEnded, { timeoutMs: 2_000 });
};

/**
 * Starts the embedded Postgres of a data folder, which the first call creates, or joins the one that already runs there.
 * @throws BadEnvironment when the folder is unwritable or locked for minutes, there is no Postgres for this machine, no account may run
 * it, the cluster has another major version, or the server fails
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
  const letGo = holdOn(files, lease);
  return {
    url: lease.url,
    adopted,
    stop: async () => {
      const last = await letGo();
      if (last !== undefined) await withFileLock(files.lock, () => stop(files, last));
    },
  };
};

/** Returns the connection string of the Postgres that runs in a data folder, or undefined when none answers there. */
export const findRunningPostgres = async (dataDir: string): Promise<string | undefined> => {
  if (!existsSync(dataDir)) return undefined;
  const files = await preparePostgresFiles(dataDir);
  const postmaster = await readPostmaster(files);
  const lease = postmaster && (await takeLease(files, postmaster.port));
  lease?.socket.destroy();
  return lease?.url;
};
