import { chown, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  preparePostgresFiles,
  readAccess,
  saveAccess,
} from '#/scripts/embedded-postgres/postgres-files.ts';
import { startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { findUnprivilegedAccount } from '#/scripts/embedded-postgres/unprivileged.ts';
import { faultyPostgres, onServer, type FaultyPostgres } from './faulty-postgres.ts';

/** A read-only copy by streaming replication. */
export interface Standby extends Omit<FaultyPostgres, 'stop'> {
  /** New writes are not shown until replay continues. */
  readonly pauseReplay: () => Promise<void>;
  readonly resumeReplay: () => Promise<void>;
  /** Waits until the primary's writes so far are visible here. */
  readonly catchUp: () => Promise<void>;
}

export interface ReplicatedPostgres {
  readonly url: string;
  readonly standbys: readonly Standby[];
  readonly stop: () => Promise<void>;
}

const settings = { fsync: 'off', shared_buffers: '32MB', wal_keep_size: '256MB' };

/** Copies a stopped cluster as a standby. The copied files belong to the account that runs Postgres. */
const copyCluster = async (from: string, to: string): Promise<void> => {
  const account = await findUnprivilegedAccount(from);
  await cp(from, to, { recursive: true, preserveTimestamps: true });
  await writeFile(join(to, 'standby.signal'), '');
  if (account === undefined) return;
  const below = await readdir(to, { recursive: true });
  for (const path of ['', ...below]) await chown(join(to, path), account.uid, account.gid);
};

const startStandby = async (dataDir: string, primaryUrl: string) => {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  const { stop, ...postgres } = await faultyPostgres(dataDir, {
    ...settings,
    primary_conninfo: conninfo,
    // Otherwise replay would wait for a query on this standby, or cancel it.
    hot_standby_feedback: 'on',
    wal_receiver_status_interval: '1s',
  });
  const { url } = postgres;
  const standby: Standby = {
    ...postgres,
    pauseReplay: async () => {
      await onServer(url, 'SELECT pg_wal_replay_pause()');
      // The function only requests the pause.
      await eventually(async () => {
        const state = 'SELECT pg_get_wal_replay_pause_state() AS state';
        const [row] = await onServer<{ state: string }>(url, state);
        return row?.state === 'paused' || undefined;
      }, 'replay is paused');
    },
    resumeReplay: async () => void (await onServer(url, 'SELECT pg_wal_replay_resume()')),
    catchUp: async () => {
      const written = 'SELECT pg_current_wal_insert_lsn() AS end';
      const [primary] = await onServer<{ end: string }>(primaryUrl, written);
      const hasAll = `SELECT pg_last_wal_replay_lsn() >= '${primary?.end}' AS all`;
      await eventually(async () => {
        const [row] = await onServer<{ all: boolean }>(url, hasAll);
        return row?.all || undefined;
      }, 'the replica shows what the primary has written');
    },
  };
  return { standby, stop };
};

/** Copies are made while the primary is stopped: the embedded Postgres has no pg_basebackup. */
export const replicatedPostgres = async (copies: number): Promise<ReplicatedPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'razao-replicated-'));
  const primaryDir = join(folder, 'primary');
  await (await startPostgres({ dataDir: primaryDir, settings })).stop();
  const primaryFiles = await preparePostgresFiles(primaryDir);
  const access = await readAccess(primaryFiles);
  if (access === undefined) throw new Error('the primary has no password');
  const copyDirs = Array.from({ length: copies }, (_, index) => join(folder, `standby-${index}`));
  for (const copyDir of copyDirs) {
    await mkdir(copyDir);
    const files = await preparePostgresFiles(copyDir);
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
