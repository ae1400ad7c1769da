import pg from 'pg';
import type { Pool } from 'pg';
import type { Position } from '#/ledger/event-store.ts';
import type { RecordedEvent } from '#/ledger/codec.ts';
import { CheckpointMoves } from './checkpoint-moves.ts';
import type { Projection, TopicData } from '#/projections/engine/define/define-projection.ts';
import {
  columnValues,
  readRows,
  schemaOf,
  writeRows,
} from '#/projections/engine/define/table-sql.ts';
import type { AnyRow, Table } from '#/projections/engine/define/table.ts';
import { FoldFailed, WorkingSet, type KeptRow } from './working-set.ts';

/** Another process moved this checkpoint, or the generation is no longer live. */
export class Fenced extends Error {
  constructor(name: string, generation: number) {
    super(`${name} generation ${generation} was moved by another process`);
    this.name = 'Fenced';
  }
}

export interface Applied {
  readonly topics: readonly TopicData[];
  /** The event that could not be applied; neither it nor any later event was written. */
  readonly poison?: FoldFailed;
}

/** Postgres rejects the data (bad text, a violated constraint), as opposed to being away or busy. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(?:21|22|23|54)/.test(error.code ?? '');

/** The tables do not exist any more: two rebuilds have flipped since, or an operator dropped them. */
const isGone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(?:42P01|3F000)$/.test(error.code ?? '');

interface Pending {
  readonly table: Table;
  readonly rows: readonly AnyRow[];
}

/** Marks rows as stored and unchanged after their write. */
const settle = (written: readonly KeptRow[]): void => {
  for (const each of written) {
    each.stored = true;
    each.dirty = false;
  }
};

const FENCE = `UPDATE projections.checkpoint SET position = $1, updated_at = now()
  WHERE name = $2 AND generation = $3 AND position = $4
    AND status IN ('live', 'ready', 'returning') RETURNING 1`;

/**
 * One statement is the whole transaction: the compare-and-set of the checkpoint, and every row, written only if it succeeds.
 * The commit need not wait for the disk, because checkpoint and rows are lost together or not at all.
 */
const statement = (schema: string, pending: readonly Pending[]): string => {
  let parameter = 5;
  const writes = pending.map(({ table }, index) => {
    const write = writeRows(schema, table, parameter, 'fence');
    parameter += Object.keys(table.columns).length;
    return `, w${index} AS (${write})`;
  });
  return (
    `WITH fence AS (${FENCE})${writes.join('')} ` +
    "SELECT set_config('synchronous_commit', 'off', true) FROM fence"
  );
};

/** Approximate number of rows of each keyed table kept in memory between batches. */
const CAPACITY = 20_000;

/** One generation of a projection: its tables, its position, and its rows in memory. */
export class Generation {
  readonly projection: Projection;
  readonly number: number;
  readonly #pool: Pool;
  readonly #schema: string;
  readonly #tables: readonly Table[];
  readonly #rows: WorkingSet;
  readonly #moves: CheckpointMoves;
  #position: Position | '';

  /** @param moves shared by all generations that receive the same batches */
  constructor(
    pool: Pool,
    projection: Projection,
    at: { readonly generation: number; readonly position: Position | '' },
    moves = new CheckpointMoves(pool),
  ) {
    this.projection = projection;
    this.number = at.generation;
    this.#position = at.position;
    this.#pool = pool;
    this.#schema = schemaOf(projection.name, at.generation);
    this.#tables = Object.values(projection.tables);
    this.#rows = new WorkingSet(projection);
    this.#moves = moves;
  }

  get position(): Position | '' {
    return this.#position;
  }

  /**
   * Folds a batch and commits it, all or nothing; skips events at or before the checkpoint. When an event cannot be applied,
   * the events before it are committed. @throws Fenced, and errors of the connection
   */
  async apply(events: readonly RecordedEvent[], upTo: Position): Promise<Applied> {
    if (upTo <= this.#position) return { topics: [] };
    const fresh = events.filter(({ position }) => position > this.#position);
    try {
      return { topics: await this.#commit(fresh, upTo) };
    } catch (error) {
      this.#rows.clear();
      if (isGone(error)) throw new Fenced(this.projection.name, this.number);
      if (error instanceof FoldFailed) return this.#upToPoison(fresh, error);
      if (isRefusal(error)) return this.#bisect(fresh, upTo, error);
      throw error;
    }
  }

  async #upToPoison(events: readonly RecordedEvent[], failure: FoldFailed): Promise<Applied> {
    const before = events.slice(0, failure.index);
    const last = before.at(-1);
    const applied = last === undefined ? { topics: [] } : await this.apply(before, last.position);
    return { poison: failure, ...applied };
  }

  async #bisect(
    events: readonly RecordedEvent[],
    upTo: Position,
    cause: unknown,
  ): Promise<Applied> {
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

  async #commit(events: readonly RecordedEvent[], upTo: Position): Promise<readonly TopicData[]> {
    const rows = this.#rows;
    rows.want(events);
    await this.#fetch();
    rows.fold(events);
    const changed = rows.keyed.map((each) => ({ table: each.table, kept: each.takeChanged() }));
    const pending = [
      ...changed.map(({ table, kept }) => ({ table, rows: kept.map(({ row }) => row) })),
      ...[...rows.logs, ...rows.sums].map((each) => ({ table: each.table, rows: each.take() })),
    ].filter((each) => each.rows.length > 0);
    await this.#write(pending, upTo);
    for (const each of rows.keyed) each.evict(CAPACITY);
    settle(changed.flatMap(({ kept }) => kept));
    return this.#meaningOf(pending);
  }

  async #fetch(): Promise<void> {
    const incomplete = this.#rows.keyed.filter(({ missing }) => missing.length > 0);
    await Promise.all(
      incomplete.map(async (each) => {
        const { table, missing } = each;
        const query = readRows(this.#schema, table, missing);
        each.supply((await this.#pool.query<AnyRow>(query)).rows);
      }),
    );
  }

  async #write(pending: readonly Pending[], upTo: Position): Promise<void> {
    const { name } = this.projection;
    const isWritten =
      pending.length === 0
        ? await this.#moves.move({ name, generation: this.number, from: this.#position, to: upTo })
        : await this.#writeRows(pending, upTo);
    if (!isWritten) throw new Fenced(name, this.number);
    this.#position = upTo;
  }

  async #writeRows(pending: readonly Pending[], upTo: Position): Promise<boolean> {
    const { name } = this.projection;
    const written = await this.#pool.query({
      name: `${this.#schema} ${pending.map(({ table }) => this.#tables.indexOf(table)).join()}`,
      text: statement(this.#schema, pending),
      values: [
        upTo,
        name,
        this.number,
        this.#position,
        ...pending.flatMap(({ table, rows }) => columnValues(table, rows)),
      ],
    });
    return written.rowCount === 1;
  }

  /** Turns changed or appended rows into live updates for clients. */
  #meaningOf(written: readonly Pending[]): readonly TopicData[] {
    const { tables, topics } = this.projection;
    if (topics === undefined) return [];
    return Object.entries(topics.of).flatMap(([name, meaning]) => {
      const rows = written.find(({ table }) => table === tables[name])?.rows ?? [];
      return meaning === undefined ? [] : rows.flatMap(meaning);
    });
  }
}
