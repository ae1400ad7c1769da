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
  clusterVersion,
  postgresBinaries,
  postgresFiles,
  readAccess,
  readPostmaster,
} from './postgres-files.ts';
import type { PostgresFiles, Postmaster } from './postgres-files.ts';
import type { Progress } from '#/scripts/launch/progress.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';

/** A running embedded Postgres and our hold on it. */
export interface RunningPostgres {
  /** Connection string of the database `razao`. */
  readonly url: string;
  /** It was already running: another process holds it too, or one that held it was killed. */
  readonly adopted: boolean;
  /** Lets go of it; the last to let go stops it, and then its processes are gone when the promise resolves. */
  readonly stop: () => Promise<void>;
}

interface StartOptions extends Partial<Progress> {
  /** Created when absent. */
  readonly dataDir: string;
  /** Replaces single settings of the server, when this call is the one that starts it. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * A connection holding a shared advisory lock for as long as this process uses the server: so Postgres itself counts
 * its users, and forgets a killed one at once. It does not keep the process alive.
 */
interface Lease {
  readonly client: pg.Client;
  readonly socket: Socket;
  readonly url: string;
}

const leaseKey = 7_261_170;

const RETAKE_EVERY_MS = 500;

/** How long a server that runs may take to recover, to start, or to stop. */
const ADOPTION_MS = 60_000;
/** What is told to stop and takes longer ends without us. */
const STOP_MS = 25_000;
/** What takes longer is told. */
const SHORT_MS = 2_000;
/** A server that takes longer to answer its user's last questions is left to its other users. */
const LAST_QUESTION_MS = 2_000;

/** Undefined when what answers on the port is not the Postgres of this folder. */
const takeLease = async (files: PostgresFiles, port: number): Promise<Lease | undefined> => {
  const access = await readAccess(files);
  if (access === undefined) return undefined;
  const url = `postgres://${roleName}:${access.password}@127.0.0.1:${port}`;
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: `${url}/postgres`,
    connectionTimeoutMillis: 5_000,
    stream: () => socket,
  });
  // The end of the server is not news here: whoever uses it notices on its own connections.
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

/** Whether the process in postmaster.pid is the Postgres of this folder, and not another that got its id. */
const isOurs = async ({ pid }: Postmaster, files: PostgresFiles): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  if (!existsSync('/proc/self/cmdline')) return true;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0').includes(files.cluster);
};

/**
 * Takes over a server that runs; one that is still starting or stopping gets its time. A postmaster.pid that a crash
 * left is removed, because Postgres refuses to start when another process has that id now, as in a new container.
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

/** Processes of a killed server keep its shared memory for a moment, and a free port may be taken in between. */
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
 * Holds on to a server through its crashes: when one of its processes dies it ends every session, and whoever does not
 * take a lease again is not counted, so that the next one to stop would stop it under us.
 * @returns ends that, and gives the lease, or nothing when the server is away
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
  const keep = (taken: Lease): void => {
    lease = taken;
    taken.client.once('end', () => {
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
    const asked = { values: [leaseKey], query_timeout: LAST_QUESTION_MS };
    await client.query({ ...asked, text: 'SELECT pg_advisory_unlock_shared($1)' });
    const { rows } = await client.query<{ last: boolean }>({
      ...asked,
      text: 'SELECT pg_try_advisory_lock($1) AS last',
    });
    return rows[0]?.last === true;
  };
  // A lease that broke means that the server went away under us, so there is nothing to stop; one that is not answered, that
  // nobody can say who else uses it.
  const last = await isLast().catch(() => false);
  const postmaster = await readPostmaster(files);
  // It goes without a word: a server that hangs would not answer one.
  socket.destroy();
  if (!last || postmaster === undefined) return;
  // SIGINT is Postgres's fast shutdown: sessions are ended, a checkpoint is written, no recovery at the next start.
  process.kill(postmaster.pid, 'SIGINT');
  const isGone = async () => ((await readPostmaster(files)) === undefined ? true : undefined);
  const stopped = await waitUntil(isGone, { timeoutMs: STOP_MS });
  if (!stopped) throw new BadEnvironment(`Postgres does not stop; see ${files.log}.`);
  const hasEnded = async () => ((await isOurs(postmaster, files)) ? undefined : true);
  await waitUntil(hasEnded, { timeoutMs: 2_000 });
};

/**
 * Starts the embedded Postgres of a data folder, made on the first call, or joins the one that already runs there.
 * Throws `BadEnvironment` for an unwritable folder, a cluster of another major version, or a server that fails.
 */
export const startPostgres = async ({
  dataDir,
  onProgress = () => undefined,
  signal,
  settings = {},
}: StartOptions): Promise<RunningPostgres> => {
  const files = await postgresFiles(dataDir);
  const progress = { onProgress, signal };
  const start = async (): Promise<{ lease: Lease; adopted: boolean }> => {
    const running = await adopt(files, progress);
    if (running !== undefined) return { lease: running, adopted: true };
    const { initdb, postgres } = await postgresBinaries();
    if ((await clusterVersion(files)) === undefined) {
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

/** Connection string of the Postgres that runs in a data folder, or undefined when none answers there. */
export const runningPostgres = async (dataDir: string): Promise<string | undefined> => {
  if (!existsSync(dataDir)) return undefined;
  const files = await postgresFiles(dataDir);
  const postmaster = await readPostmaster(files);
  const lease = postmaster && (await takeLease(files, postmaster.port));
  lease?.socket.destroy();
  return lease?.url;
};
