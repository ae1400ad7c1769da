import pg from 'pg';
import type { ClientBase, Pool } from 'pg';
import { trySessionLock, UNLOCK_SESSION } from '#/ledger/database/advisory-locks.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { catchUpTo } from '#/projections/engine/run/catch-up.ts';
import {
  createCheckpoints,
  flip,
  isLockTimeout,
  lockLive,
  readLive,
} from '#/projections/engine/tables/checkpoint-table.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { Generation } from '#/projections/engine/run/generation.ts';
import { RebuildUnderWay, type Checkpoint } from '#/projections/engine/tables/tables.ts';

/** At most this many events are left to apply while the live generations are locked. */
const MAX_EVENTS_UNDER_LOCK = 2_000;

/** Attempts at the flip while a long-running query locks the views. */
const FLIP_ATTEMPTS = 60;

/** One rebuild or rollback of a read model at a time, across all processes. @throws RebuildUnderWay */
export const withRebuildLock = async <Result>(
  database: Pool,
  names: readonly string[],
  work: (pool: Pool, session: ClientBase) => Promise<Result>,
): Promise<Result> => {
  const pool = new pg.Pool({ ...database.options, max: names.length + 3 });
  pool.on('error', () => undefined);
  // An idle connection that breaks must not end the process; the next query on it reports the failure.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const session = await pool.connect();
    try {
      await createCheckpoints(session);
      for (const name of names.toSorted()) {
        if (!(await trySessionLock(session, `rebuild ${name}`))) throw new RebuildUnderWay(name);
      }
      return await work(pool, session);
    } finally {
      // Postgres notices a closed session only later, and the next rebuild may start at once.
      await session.query(UNLOCK_SESSION).catch(() => undefined);
      session.release(true);
    }
  } finally {
    await pool.end();
  }
};

interface SwitchOverDependencies {
  readonly store: EventStore;
  readonly session: ClientBase;
  readonly signal: AbortSignal | undefined;
  readonly onRead: (events: number) => void;
  /** Called before the first event is applied to the generations, if there is one. */
  readonly beforeFirst?: () => Promise<void>;
}

/** Applies the log to generations that queries do not read, then makes them the live ones. */
export class SwitchOver {
  readonly #dependencies: SwitchOverDependencies;
  readonly #generations: readonly Generation[];
  readonly #names: readonly string[];
  readonly #isFollowed: (live: Checkpoint, projection: Projection) => boolean;
  #hasBegun = false;

  /** @param isFollowed true = catch up to the position of this live generation; false = to the head of the log */
  constructor(
    dependencies: SwitchOverDependencies,
    generations: readonly Generation[],
    isFollowed: (live: Checkpoint, projection: Projection) => boolean,
  ) {
    this.#dependencies = dependencies;
    this.#generations = generations;
    this.#names = generations.map(({ projection }) => projection.name);
    this.#isFollowed = isFollowed;
  }

  /** Applies events until few enough remain to be applied under the lock. */
  async catchUp(): Promise<void> {
    for (;;) {
      const read = await this.#advance(await readLive(this.#dependencies.session, this.#names));
      if (read <= MAX_EVENTS_UNDER_LOCK) return;
    }
  }

  /** Live runners are blocked at their next commit meanwhile. */
  async runLocked(work: () => Promise<void>): Promise<void> {
    const { session } = this.#dependencies;
    await session.query("BEGIN; SET LOCAL lock_timeout = '1s'");
    try {
      await this.#advance(await lockLive(session, this.#names));
      await work();
      await session.query('COMMIT');
    } catch (error) {
      await session.query('ROLLBACK');
      throw error;
    }
  }

  /** In one short transaction; the previous generations become `retired`. */
  async flip(): Promise<void> {
    const { session, signal } = this.#dependencies;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.runLocked(async () => {
          for (const { projection, number } of this.#generations) {
            await flip(session, projection, number);
          }
        });
        return;
      } catch (error) {
        if (attempt === FLIP_ATTEMPTS || !isLockTimeout(error)) throw error;
        signal?.throwIfAborted();
      }
    }
  }

  async #advance(live: readonly Checkpoint[]): Promise<number> {
    const head: Position | '' = (await this.#dependencies.store.head()) ?? '';
    const pairs = this.#generations.map((generation) => {
      const { projection } = generation;
      const row = live.find(({ name }) => name === projection.name);
      const isFollowed = row !== undefined && this.#isFollowed(row, projection);
      return { generation, target: isFollowed ? row.position : head };
    });
    const isBehind = pairs.some(({ generation, target }) => generation.position < target);
    if (isBehind && !this.#hasBegun) {
      await this.#dependencies.beforeFirst?.();
      this.#hasBegun = true;
    }
    return catchUpTo(pairs, this.#dependencies);
  }
}
