import pg from 'pg';
import {
  preparePostgresFiles,
  readPostmaster,
} from '#/scripts/embedded-postgres/postgres-files.ts';
import { startPostgres, type RunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';

/** A Postgres with switches for faults. */
export interface FaultyPostgres {
  readonly url: string;
  /** Like a machine that hangs: connections stay open without an answer. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => void;
  /** SIGKILL, so clients get no message. */
  readonly kill: () => Promise<void>;
  /** Call this after `kill`. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Runs a statement on a connection of its own, and returns the rows. */
export const onServer = async <Row extends object>(url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row & pg.QueryResultRow>(statement)).rows;
  } finally {
    await client.end();
  }
};

/** The postmaster comes first, because it starts the others. */
const processesOf = async (url: string, postmaster: number): Promise<readonly number[]> => {
  const rows = await onServer<{ pid: number }>(url, 'SELECT pid FROM pg_stat_activity');
  return [postmaster, ...rows.map(({ pid }) => pid)];
};

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
};

/** @param settings replace the server's usual ones */
export const faultyPostgres = async (
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<FaultyPostgres> => {
  const files = await preparePostgresFiles(dataDir);
  const start = () => startPostgres({ dataDir, settings });
  const postmaster = async (): Promise<number> => {
    const running = await readPostmaster(files);
    if (running === undefined) throw new Error('this Postgres does not run');
    return running.pid;
  };
  let server: RunningPostgres = await start();
  let frozen: readonly number[] = [];
  const { url } = server;
  const thaw = (): void => {
    signalAll(frozen, 'SIGCONT');
    frozen = [];
  };
  return {
    url,
    freeze: async () => {
      frozen = await processesOf(url, await postmaster());
      signalAll(frozen, 'SIGSTOP');
    },
    thaw,
    kill: async () => {
      // All at once: without their postmaster, its processes would answer for a moment.
      signalAll(await processesOf(url, await postmaster()), 'SIGKILL');
      // Gives up the lease, which would be taken again after the restart, and count as another user.
      await server.stop();
    },
    restart: async () => {
      server = await start();
    },
    stop: async () => {
      thaw();
      await server.stop();
    },
  };
};
