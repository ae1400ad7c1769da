import pg from 'pg';
import type { ClientBase, Pool } from 'pg';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { bringTo } from '#/projections/engine/run/catch-up.ts';
import {
  createCheckpoints,
  flip,
  isLockTimeout,
  lockLive,
  readLive,
  type Checkpoint,
} from '#/projections/engine/run/checkpoints.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { Generation } from '#/projections/engine/run/generation.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** Another one brings a generation of this read model to the place of the live one at this moment. */
export class RebuildUnderWay extends OperatorError {
  constructor(name: string) {
    super(`${name} is being rebuilt already`);
  }
}

/** What may be left to be done under the lock. */
const LITTLE = 2_000;

/** How often the flip is tried when a long-running query holds on to the views. */
const FLIP_ATTEMPTS = 60;

/**
 * Lends connections of its own to the database of a pool, so that the product keeps its own, and one session that holds
 * these names: one change-over of a read model at a time, in any process.
 * @throws RebuildUnderWay
 */
export const holding = async <Result>(
  database: Pool,
  names: readonly string[],
  work: (pool: Pool, session: ClientBase) => Promise<Result>,
): Promise<Result> => {
  const pool = new pg.Pool({ ...database.options, max: names.length + 3 });
  pool.on('error', () => undefined);
  // One that breaks while nothing is asked of it must not end the process: the next question finds out.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const session = await pool.connect();
    try {
      await createCheckpoints(session);
      const lock = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked';
      for (const name of names.toSorted()) {
        const { rows } = await session.query<{ locked: boolean }>(lock, [`rebuild ${name}`]);
        if (rows[0]?.locked !== true) throw new RebuildUnderWay(name);
      }
      return await work(pool, session);
    } finally {
      // Postgres notices a closed session only later, and the next rebuild may begin at once.
      await session.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
      session.release(true);
    }
  } finally {
    await pool.end();
  }
};

interface ChangeOverParts {
  readonly store: EventStore;
  readonly session: ClientBase;
  readonly signal: AbortSignal | undefined;
  readonly onRead: (events: number) => void;
  /** Called once, before events are applied to the generations, when there are any. */
  readonly beforeFirst?: () => Promise<void>;
}

/** Brings generations that queries do not see to where the live ones are, and puts them in their place. */
export class ChangeOver {
  readonly #parts: ChangeOverParts;
  readonly #generations: readonly Generation[];
  readonly #names: readonly string[];
  readonly #isFollowed: (live: Checkpoint, projection: Projection) => boolean;
  #hasBegun = false;

  /** @param isFollowed which of the live ones keep up with the log; in place of others it is the head that counts */
  constructor(
    parts: ChangeOverParts,
    generations: readonly Generation[],
    isFollowed: (live: Checkpoint, projection: Projection) => boolean,
  ) {
    this.#parts = parts;
    this.#generations = generations;
    this.#names = generations.map(({ projection }) => projection.name);
    this.#isFollowed = isFollowed;
  }

  /** Until what is left is little enough to be done under the lock. */
  async catchUp(): Promise<void> {
    for (;;) {
      const read = await this.#advance(await readLive(this.#parts.session, this.#names));
      if (read <= LITTLE) return;
    }
  }

  /** Does something while live runners are held at their next commit and these stand at the same positions. */
  async locked(work: () => Promise<void>): Promise<void> {
    const { session } = this.#parts;
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

  /** In one short transaction; what was live is `retired` from then on. */
  async flip(): Promise<void> {
    const { session, signal } = this.#parts;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.locked(async () => {
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
    const head: Position | '' = (await this.#parts.store.head()) ?? '';
    const pairs = this.#generations.map((generation) => {
      const { projection } = generation;
      const row = live.find(({ name }) => name === projection.name);
      const isFollowed = row !== undefined && this.#isFollowed(row, projection);
      return { generation, target: isFollowed ? row.position : head };
    });
    const isBehind = pairs.some(({ generation, target }) => generation.position < target);
    if (isBehind && !this.#hasBegun) {
      await this.#parts.beforeFirst?.();
      this.#hasBegun = true;
    }
    return bringTo(pairs, this.#parts);
  }
}
