import pg from 'pg';
import { postgresFiles, readPostmaster } from '#/scripts/embedded-postgres/postgres-files.ts';
import { startPostgres, type RunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';

/** A Postgres of one suite, that things happen to. */
export interface FaultyPostgres {
  readonly url: string;
  /** It neither answers nor lets go, as a machine that hangs. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => void;
  /** Ended outright, without a word to anybody. */
  readonly kill: () => Promise<void>;
  /** After it was killed. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const onServer = async <Row extends object>(url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row & pg.QueryResultRow>(statement)).rows;
  } finally {
    await client.end();
  }
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

/** @param settings single settings of the server, in place of the usual ones */
export const faultyPostgres = async (
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<FaultyPostgres> => {
  const files = await postgresFiles(dataDir);
  const start = () => startPostgres({ dataDir, settings });
  const postmaster = async (): Promise<number> => {
    const running = await readPostmaster(files);
    if (running === undefined) throw new Error('this Postgres does not run');
    return running.pid;
  };
  let held: RunningPostgres = await start();
  let frozen: readonly number[] = [];
  const { url } = held;
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
      // Its processes would outlive it for a moment, and answer.
      signalAll(await processesOf(url, await postmaster()), 'SIGKILL');
      // Or this hold on it would come back with it, and be one more than the last.
      await held.stop();
    },
    restart: async () => {
      held = await start();
    },
    stop: async () => {
      thaw();
      await held.stop();
    },
  };
};
