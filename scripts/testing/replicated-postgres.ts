import { chown, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresFiles, readAccess, readPostmaster, saveAccess } from '#/scripts/postgres-files.ts';
import { startPostgres, type RunningPostgres } from '#/scripts/postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { unprivilegedAccount } from '#/scripts/unprivileged.ts';

/** A copy of the primary that follows it by streaming replication and answers what only reads. */
export interface Standby {
  readonly url: string;
  /** What is written to the primary from here on is not seen until replay goes on. */
  readonly pauseReplay: () => Promise<void>;
  readonly resumeReplay: () => Promise<void>;
  /** It neither answers nor lets go, as a machine that hangs. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => void;
  /** Ended outright, without a word to anybody. */
  readonly kill: () => Promise<void>;
  /** After it was killed. */
  readonly restart: () => Promise<void>;
}

export interface ReplicatedPostgres {
  readonly url: string;
  readonly standbys: readonly Standby[];
  readonly stop: () => Promise<void>;
}

const settings = { fsync: 'off', shared_buffers: '32MB', wal_keep_size: '256MB' };

const onServer = async <Row extends object>(url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row & pg.QueryResultRow>(statement)).rows;
  } finally {
    await client.end();
  }
};

/** As the account that runs Postgres must have it. */
const copyCluster = async (from: string, to: string): Promise<void> => {
  const account = await unprivilegedAccount(from);
  await cp(from, to, { recursive: true, preserveTimestamps: true });
  await writeFile(join(to, 'standby.signal'), '');
  if (account === undefined) return;
  const below = await readdir(to, { recursive: true });
  for (const path of ['', ...below]) await chown(join(to, path), account.uid, account.gid);
};

/** Postmaster and all its processes, first the one that makes others. */
const processesOf = async (url: string, postmaster: number): Promise<readonly number[]> => {
  const rows = await onServer<{ pid: number }>(url, 'SELECT pid FROM pg_stat_activity');
  return [postmaster, ...rows.map(({ pid }) => pid)];
};

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // That one has ended already.
    }
  }
};

const startStandby = async (dataDir: string, primaryUrl: string) => {
  const files = await postgresFiles(dataDir);
  const { hostname, port, username, password } = new URL(primaryUrl);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  const start = () =>
    startPostgres({ dataDir, settings: { ...settings, primary_conninfo: conninfo } });
  const postmaster = async (): Promise<number> => {
    const running = await readPostmaster(files);
    if (running === undefined) throw new Error('this standby does not run');
    return running.pid;
  };
  let held: RunningPostgres = await start();
  let frozen: readonly number[] = [];
  const { url } = held;
  const thaw = (): void => {
    signalAll(frozen, 'SIGCONT');
    frozen = [];
  };
  const standby: Standby = {
    url,
    pauseReplay: async () => {
      await onServer(url, 'SELECT pg_wal_replay_pause()');
      // That only asks for it.
      await eventually(async () => {
        const state = 'SELECT pg_get_wal_replay_pause_state() AS state';
        const [row] = await onServer<{ state: string }>(url, state);
        return row?.state === 'paused' || undefined;
      }, 'replay is paused');
    },
    resumeReplay: async () => void (await onServer(url, 'SELECT pg_wal_replay_resume()')),
    freeze: async () => {
      frozen = await processesOf(url, await postmaster());
      signalAll(frozen, 'SIGSTOP');
    },
    thaw,
    kill: async () => {
      // Its processes would outlive it for a moment, and answer.
      signalAll(await processesOf(url, await postmaster()), 'SIGKILL');
      // Or this hold on it would come back with it, and be one more than the last.
      await held.stop();
    },
    restart: async () => {
      held = await start();
    },
  };
  const stop = async (): Promise<void> => {
    thaw();
    await held.stop();
  };
  return { standby, stop };
};

/**
 * A Postgres of one suite and copies of it that stream from it. The copies are made while it stands still: the embedded
 * Postgres brings no pg_basebackup.
 */
export const replicatedPostgres = async (copies: number): Promise<ReplicatedPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'razao-replicated-'));
  const primaryDir = join(folder, 'primary');
  await (await startPostgres({ dataDir: primaryDir, settings })).stop();
  const primaryFiles = await postgresFiles(primaryDir);
  const access = await readAccess(primaryFiles);
  if (access === undefined) throw new Error('the primary has no password');
  const copyDirs = Array.from({ length: copies }, (_, index) => join(folder, `standby-${index}`));
  for (const copyDir of copyDirs) {
    await mkdir(copyDir);
    const files = await postgresFiles(copyDir);
    await copyCluster(primaryFiles.cluster, files.cluster);
    await saveAccess(files, { ...access, port: 0 });
  }
  const primary = await startPostgres({ dataDir: primaryDir, settings });
  const started = await Promise.all(copyDirs.map((each) => startStandby(each, primary.url)));
  return {
    url: primary.url,
    standbys: started.map(({ standby }) => standby),
    stop: async () => {
      for (const { stop } of started) await stop();
      await primary.stop();
      await rm(folder, { recursive: true });
    },
  };
};
