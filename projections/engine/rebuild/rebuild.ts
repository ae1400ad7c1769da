import { thisMachine } from '#/ledger/machine.ts';
import type { ClientBase, Pool } from 'pg';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { earliestOf } from '#/projections/engine/run/catch-up.ts';
import { SwitchOver, withRebuildLock } from './switch-over.ts';
import {
  dropGeneration,
  dropOldGenerations,
  insertCheckpoint,
  readCheckpoints,
} from '#/projections/engine/tables/checkpoint-table.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { Generation } from '#/projections/engine/run/generation.ts';
import { loadFrom, type LoadGenerations } from './load-generations.ts';
import { createKeyIfMissing, schemaOf } from '#/projections/engine/define/table-sql.ts';
import type { Checkpoint } from '#/projections/engine/tables/tables.ts';
import { findDifferences, type Difference } from './compare.ts';

export type RebuildPhase = 'reading' | 'indexing' | 'catching-up' | 'verifying' | 'flipped';

export interface RebuildProgress {
  readonly phase: RebuildPhase;
  /** Events read. */
  readonly done: number;
  /** Events to read, as far as known; grows while others append. 0 = unknown. */
  readonly total: number;
  readonly perSecond: number;
}

export interface RebuildOptions {
  readonly store: EventStore;
  /** Identifies the database. The rebuild opens its own connections. */
  readonly pool: Pool;
  readonly projections: readonly Projection[];
  /** How the log is loaded; in this thread by default. */
  readonly load?: LoadGenerations;
  /** About how many rows of each keyed table stay in memory while loading (default 4,000). */
  readonly rowsInMemory?: number;
  /** The running product keeps its share of database and CPU; loading takes up to twice as long (default false). */
  readonly isThrottled?: boolean;
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly signal?: AbortSignal;
  /** False = only compare, then remove the new generations. */
  readonly flips?: boolean;
}

export interface Rebuilt {
  readonly name: string;
  readonly generation: number;
  readonly position: Position | '';
  /** Whether the rows equal those of the live generation at the same position; null when nothing was compared. */
  readonly equal: boolean | null;
}

/** One of the two generations is wrong; queries keep reading the live one. */
export class RebuildDiffers extends Error {
  readonly differences: readonly Difference[];

  constructor(differences: readonly Difference[]) {
    const where = [
      ...new Set(differences.map(({ projection, table }) => `${projection}.${table}`)),
    ];
    super(`the rebuilt rows differ from the live ones in ${where.join(', ')}`);
    this.name = 'RebuildDiffers';
    this.differences = differences;
  }
}

interface Plan {
  readonly projection: Projection;
  readonly generation: number;
  /** The live generation to compare with: of this version and not parked. */
  readonly live: Checkpoint | undefined;
}

/** Positions are opaque, but a numeric one says how many events there are to read; 0 = unknown. */
const countUpTo = (position: Position | ''): number =>
  /^\d+$/.test(position) ? Number(position) : 0;

const isComparable = (row: Checkpoint, { version }: Projection): boolean =>
  row.status === 'live' && row.version === version;

class Rebuild {
  readonly #options: RebuildOptions;
  readonly #pool: Pool;
  readonly #session: ClientBase;
  readonly #flips: boolean;
  readonly #startedAt = thisMachine.elapsedMs();
  readonly #names: readonly string[];
  #plans: readonly Plan[] = [];
  #generations: readonly Generation[] = [];
  #done = 0;
  #total = 0;
  #phase: RebuildPhase = 'reading';

  constructor(options: RebuildOptions, pool: Pool, session: ClientBase) {
    this.#options = options;
    this.#pool = pool;
    this.#session = session;
    this.#flips = options.flips ?? true;
    this.#names = options.projections.map(({ name }) => name);
  }

  async run(): Promise<readonly Rebuilt[]> {
    await this.#prepare();
    try {
      this.#generations = await this.#load();
      const switchOver = this.#createSwitchOver();
      this.#enter('catching-up');
      await switchOver.catchUp();
      this.#enter('verifying');
      await this.#verify(switchOver);
      this.#options.signal?.throwIfAborted();
      if (this.#flips) await switchOver.flip();
      else await this.#drop();
    } catch (error) {
      await this.#drop();
      throw error;
    }
    if (this.#flips) await this.#announce();
    return this.#plans.map(({ projection, generation, live }, index) => ({
      name: projection.name,
      generation,
      position: this.#generations[index]?.position ?? '',
      equal: live === undefined ? null : true,
    }));
  }

  async #drop(): Promise<void> {
    for (const each of this.#plans) await dropGeneration(this.#session, this.#at(each));
  }

  async #announce(): Promise<void> {
    this.#enter('flipped');
    for (const name of this.#names) await dropOldGenerations(this.#session, name);
  }

  #at({ projection: { name }, generation }: Plan) {
    return { name, generation };
  }

  #enter(phase: RebuildPhase): void {
    this.#phase = phase;
    this.#report(0);
  }

  #report(more: number): void {
    this.#done += more;
    if (this.#total > 0) this.#total = Math.max(this.#total, this.#done);
    const seconds = (thisMachine.elapsedMs() - this.#startedAt) / 1_000;
    this.#options.onProgress?.({
      phase: this.#phase,
      done: this.#done,
      total: this.#total,
      perSecond: Math.round(this.#done / Math.max(seconds, 0.001)),
    });
  }

  /** Removes what a killed rebuild has left, and numbers the new generations. */
  async #prepare(): Promise<void> {
    const checkpoints = await readCheckpoints(this.#session, this.#names);
    for (const each of checkpoints) {
      if (each.status === 'rebuilding' || each.status === 'ready') {
        await dropGeneration(this.#session, each);
      }
    }
    this.#plans = this.#options.projections.map((projection) => {
      const rows = checkpoints.filter(({ name }) => name === projection.name);
      const live = rows.find((row) => isComparable(row, projection));
      const generation = Math.max(0, ...rows.map((row) => row.generation)) + 1;
      return { projection, generation, live };
    });
    for (const plan of this.#plans) {
      const { version } = plan.projection;
      const at = { ...this.#at(plan), version, position: '', last: null } as const;
      await insertCheckpoint(this.#session, { ...at, status: 'rebuilding' });
    }
  }

  /** Loads up to the earliest position of the live generations, so that each can be compared. */
  async #load(): Promise<readonly Generation[]> {
    const { store, signal, rowsInMemory = 4_000, isThrottled = false } = this.#options;
    const { load = loadFrom(store) } = this.#options;
    const bounds = this.#plans.flatMap(({ live }) => (live === undefined ? [] : [live.position]));
    const until = bounds.length > 0 ? earliestOf(bounds) : ((await store.head()) ?? '');
    this.#total = countUpTo(until);
    return load(this.#plans, {
      pool: this.#pool,
      until,
      rowsInMemory,
      keepsGenerations: this.#flips,
      isThrottled,
      signal,
      onRead: (events) => this.#report(events),
      onIndexing: () => this.#enter('indexing'),
    });
  }

  #createSwitchOver(): SwitchOver {
    const { store, signal } = this.#options;
    const onRead = (events: number) => this.#report(events);
    const beforeFirst = async () => {
      if (!this.#flips) await this.#createKeys();
    };
    return new SwitchOver(
      { store, session: this.#session, signal, onRead, beforeFirst },
      this.#generations,
      isComparable,
    );
  }

  /** Uses the pool: the session's open transaction would keep the lock of a new key, which blocks other writers. */
  async #createKeys(): Promise<void> {
    for (const { projection, generation } of this.#plans) {
      const schema = schemaOf(projection.name, generation);
      for (const table of Object.values(projection.tables)) {
        await this.#pool.query(createKeyIfMissing(schema, table));
      }
    }
  }

  /** Locks the live generations until a snapshot sees all generations at the same positions. */
  async #verify(switchOver: SwitchOver): Promise<void> {
    const compared = this.#plans.filter(({ live }) => live !== undefined);
    if (compared.length === 0) return;
    const snapshot = await this.#pool.connect();
    try {
      await switchOver.runLocked(async () => {
        await snapshot.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        await snapshot.query('SELECT 1');
      });
      const differences: Difference[] = [];
      for (const { projection, generation, live } of compared) {
        this.#options.signal?.throwIfAborted();
        if (live === undefined) continue;
        const numbers = { live: live.generation, rebuilt: generation };
        differences.push(
          ...(await findDifferences({ client: snapshot, pool: this.#pool }, projection, numbers)),
        );
      }
      if (differences.length > 0) throw new RebuildDiffers(differences);
    } finally {
      snapshot.release(true);
    }
  }
}

/**
 * Builds read models again from the whole log, and compares them with the live ones. Queries then read the new ones, unless these differ
 * or `flips` is false.
 * @throws RebuildDiffers, RebuildUnderWay, FoldFailed, and when aborted
 */
export const rebuild = (options: RebuildOptions): Promise<readonly Rebuilt[]> =>
  withRebuildLock(
    options.pool,
    options.projections.map(({ name }) => name),
    (pool, session) => new Rebuild(options, pool, session).run(),
  );
