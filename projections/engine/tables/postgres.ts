import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { readRows, schemaOf } from '#/projections/engine/define/table-sql.ts';
import type { AnyRow } from '#/projections/engine/define/table.ts';
import { lockLive, markDegraded, markLive, readLive } from './checkpoint-table.ts';
import { commit } from './commit.ts';
import {
  GenerationGone,
  LockTimedOut,
  RowsRefused,
  type CommitSession,
  type Tables,
} from './tables.ts';

/** Translates a refusal by Postgres into the port's error; other errors are unchanged. */
const translate = (error: unknown): unknown => {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = '', message } = error;
  // Two rows for one key, a value that does not fit, a broken constraint, a limit of the server.
  if (/^(?:21|22|23|54)/.test(code)) return new RowsRefused(error);
  // No such table, no such schema.
  if (/^(?:42P01|3F000)$/.test(code)) return new GenerationGone(message, { cause: error });
  // A lock was not granted within `lock_timeout`.
  return code === '55P03' ? new LockTimedOut(message, { cause: error }) : error;
};

const translateErrors = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
  try {
    return await work;
  } catch (error) {
    throw translate(error);
  }
};

/** Whether Postgres answered, so that the connection is still usable. */
const isAnswer = (error: unknown): boolean =>
  error instanceof RowsRefused || error instanceof GenerationGone || error instanceof LockTimedOut;

/** Commits on one connection, which the first commit opens. */
class PostgresSession implements CommitSession {
  readonly #pool: Pool;
  readonly #longestWaitMs: number;
  #client: PoolClient | undefined;

  constructor(pool: Pool, longestWaitMs: number) {
    this.#pool = pool;
    this.#longestWaitMs = longestWaitMs;
  }

  readonly commit: CommitSession['commit'] = async (changes) => {
    try {
      return await translateErrors(commit(await this.#open(), changes));
    } catch (error) {
      if (!isAnswer(error)) this.close();
      throw error;
    }
  };

  readonly close = (): void => {
    this.#client?.release(true);
    this.#client = undefined;
  };

  async #open(): Promise<PoolClient> {
    if (this.#client !== undefined) return this.#client;
    const client = await this.#pool.connect();
    const lose = (): void => {
      if (this.#client === client) this.close();
    };
    client.on('error', lose).on('end', lose);
    this.#client = client;
    await client.query(`SET lock_timeout = ${this.#longestWaitMs}`);
    return client;
  }
}

/** The tables in a database in which `createCheckpoints` has already run. */
export const tablesIn = (pool: Pool): Tables => ({
  live: (names) => readLive(pool, names),
  liveSettled: (names) => lockLive(pool, names),
  markDegraded: (at, error) => markDegraded(pool, at, error),
  markLive: (at) => markLive(pool, at),
  rows: async ({ name, generation }, table, keys) => {
    const query = readRows(schemaOf(name, generation), table, keys);
    return (await translateErrors(pool.query<AnyRow>(query))).rows;
  },
  commit: (changes) => translateErrors(commit(pool, changes)),
  session: (longestWaitMs) => new PostgresSession(pool, longestWaitMs),
});
