import { eventReadOf } from '#/ledger/checkpoints/checkpoints.ts';
import type { Position } from '#/ledger/event-store.ts';
import type { RecordedEvent } from '#/ledger/codec.ts';
import type { Projection, TopicData } from '#/projections/engine/define/define-projection.ts';
import {
  GenerationGone,
  RowsRefused,
  type GenerationName,
  type Tables,
  type GenerationChange,
} from '#/projections/engine/tables/tables.ts';
import { FoldFailed, WorkingSet, type CachedRow } from './working-set.ts';

/** Another process moved this checkpoint, or the generation is no longer live. */
export class Fenced extends Error {
  constructor(name: string, generation: number) {
    super(`${name} generation ${generation} was moved by another process`);
    this.name = 'Fenced';
  }
}

export interface ApplyResult {
  readonly topics: readonly TopicData[];
  /** The event that could not be applied; neither it nor any later event was written. */
  readonly poison?: FoldFailed;
}

/** A batch folded into the rows in memory, to be written. */
export interface FoldedBatch extends GenerationChange {
  /** Rows of keyed tables that are newer in memory than in the table. */
  readonly changed: readonly CachedRow[];
}

/** Approximate number of rows of each keyed table kept in memory between batches. */
const CAPACITY = 20_000;

export class Generation {
  readonly projection: Projection;
  readonly number: number;
  readonly #tables: Tables;
  readonly #name: GenerationName;
  readonly #rows: WorkingSet;
  #position: Position | '';

  constructor(
    tables: Tables,
    projection: Projection,
    at: { readonly generation: number; readonly position: Position | '' },
  ) {
    this.projection = projection;
    this.number = at.generation;
    this.#position = at.position;
    this.#tables = tables;
    this.#name = { name: projection.name, generation: at.generation };
    this.#rows = new WorkingSet(projection);
  }

  get position(): Position | '' {
    return this.#position;
  }

  /** Applies and commits the events before the first that cannot be applied. @throws Fenced, and errors of the connection */
  async apply(events: readonly RecordedEvent[], upTo: Position): Promise<ApplyResult> {
    if (upTo <= this.#position) return { topics: [] };
    const fresh = events.filter(({ position }) => position > this.#position);
    try {
      const folded = await this.fold(fresh, upTo);
      if (!(await this.#tables.commit([folded]))) throw this.createFenced();
      return { topics: this.noteCommitted(folded) };
    } catch (error) {
      this.forget();
      if (error instanceof GenerationGone) throw this.createFenced();
      if (error instanceof FoldFailed) return this.#applyUpToPoison(fresh, error);
      if (error instanceof RowsRefused) return this.#bisect(fresh, upTo, error);
      throw error;
    }
  }

  /**
   * Applies events to the rows in memory. The caller writes the batch, then calls `noteCommitted`; if it is not written, `forget`.
   * @throws FoldFailed, and errors of the connection
   */
  async fold(events: readonly RecordedEvent[], upTo: Position): Promise<FoldedBatch> {
    const from = this.#position;
    const fresh = events.filter(({ position }) => position > from);
    const rows = this.#rows;
    rows.collectKeys(fresh);
    await this.#fetch();
    rows.fold(fresh);
    const changed = rows.keyed.map((each) => ({ table: each.table, cached: each.takeChanged() }));
    const tables = [
      ...changed.map(({ table, cached }) => ({ table, rows: cached.map(({ row }) => row) })),
      ...[...rows.logs, ...rows.sums].map((each) => ({ table: each.table, rows: each.take() })),
    ].filter((each) => each.rows.length > 0);
    const last = eventReadOf(fresh.at(-1));
    const change = { ...this.#name, from, upTo, last, tables };
    return { ...change, changed: changed.flatMap(({ cached }) => cached) };
  }

  /** Call when a folded batch was committed. @returns its live updates for clients */
  noteCommitted({ upTo, tables, changed }: FoldedBatch): readonly TopicData[] {
    this.#position = upTo;
    for (const each of this.#rows.keyed) each.evict(CAPACITY);
    for (const each of changed) {
      each.stored = true;
      each.dirty = false;
    }
    return this.#topicsOf(tables);
  }

  /** Call when a folded batch was not committed. */
  forget(): void {
    this.#rows.clear();
  }

  createFenced(): Fenced {
    return new Fenced(this.projection.name, this.number);
  }

  async #applyUpToPoison(
    events: readonly RecordedEvent[],
    failure: FoldFailed,
  ): Promise<ApplyResult> {
    const before = events.slice(0, failure.index);
    const last = before.at(-1);
    const applied = last === undefined ? { topics: [] } : await this.apply(before, last.position);
    return { poison: failure, ...applied };
  }

  async #bisect(
    events: readonly RecordedEvent[],
    upTo: Position,
    cause: unknown,
  ): Promise<ApplyResult> {
    const middle = Math.ceil(events.length / 2);
    const firstHalf = events.slice(0, middle);
    const last = firstHalf.at(-1);
    if (last === undefined) throw cause;
    if (events.length === 1) return { topics: [], poison: new FoldFailed(last, 0, cause) };
    const first = await this.apply(firstHalf, last.position);
    if (first.poison !== undefined) return first;
    const second = await this.apply(events.slice(middle), upTo);
    return { ...second, topics: [...first.topics, ...second.topics] };
  }

  async #fetch(): Promise<void> {
    const incomplete = this.#rows.keyed.filter(({ missing }) => missing.length > 0);
    await Promise.all(
      incomplete.map(async (each) => {
        const { table, missing } = each;
        each.supply(await this.#tables.rows(this.#name, table, missing));
      }),
    );
  }

  #topicsOf(written: FoldedBatch['tables']): readonly TopicData[] {
    const { tables, topics } = this.projection;
    if (topics === undefined) return [];
    return Object.entries(topics.of).flatMap(([name, topicsOfRow]) => {
      const rows = written.find(({ table }) => table === tables[name])?.rows ?? [];
      return topicsOfRow === undefined ? [] : rows.flatMap(topicsOfRow);
    });
  }
}
