import type { RecordedEvent } from '#/ledger/codec.ts';
import type {
  AnyKeys,
  AnyRows,
  Projection,
} from '#/projections/engine/define/define-projection.ts';
import type { AnyRow, Table } from '#/projections/engine/define/table.ts';
import { keyReader, keyText } from '#/projections/engine/define/row-key.ts';

/** Stands for "the table has no row of this key". */
const ABSENT: AnyRow = Object.freeze({});

export interface CachedRow {
  row: AnyRow;
  /** The table has a row of this key. */
  stored: boolean;
  /** The row was changed in memory and is not yet written to the table. */
  dirty: boolean;
}

/** Rows in memory. Stale ones are never written: another process that writes the table moves the checkpoint, so our commit is refused. */
export class KeyedRows implements AnyRows, AnyKeys {
  readonly table: Table;
  readonly #keyOf: (row: AnyRow) => string;
  // A row that is in none of these three must be fetched. Why not `lru-cache`: `projections/engine/README.md`.
  /** Rows used since `evict` last moved these rows to `#older`. */
  #recent = new Map<string, CachedRow>();
  /** Rows used before that, and not since. */
  #older = new Map<string, CachedRow>();
  /** Changed rows, no longer used, that replace rows of the table. They are written together, to wait for Postgres once. */
  readonly #unwritten = new Map<string, CachedRow>();
  #missing: (readonly string[])[] = [];
  #changed: CachedRow[] = [];
  /** The last result of `get`, which is usually the row that `put` replaces. */
  #lastKey = '';
  #last: CachedRow | undefined;

  constructor(table: Table) {
    this.table = table;
    this.#keyOf = keyReader(table);
  }

  reads(...key: readonly string[]): void {
    const name = keyText(key);
    if (this.#find(name) !== undefined) return;
    this.#rememberAbsent(name);
    this.#missing.push(key);
  }

  creates(...key: readonly string[]): void {
    this.#rememberAbsent(keyText(key));
  }

  /** Keys of this batch that are not in memory; those that `supply` does not return have no row. */
  get missing(): readonly (readonly string[])[] {
    return this.#missing;
  }

  supply(rows: readonly AnyRow[]): void {
    for (const row of rows) this.#recent.set(this.#keyOf(row), { row, stored: true, dirty: false });
  }

  get(...key: readonly string[]): AnyRow | undefined {
    const name = keyText(key);
    const cached = this.#requireDeclared(name);
    this.#lastKey = name;
    this.#last = cached;
    return cached.row === ABSENT ? undefined : cached.row;
  }

  put(row: AnyRow): void {
    const name = this.#keyOf(row);
    const last = name === this.#lastKey ? this.#last : undefined;
    const cached = last ?? this.#requireDeclared(name);
    cached.row = row;
    if (cached.dirty) return;
    cached.dirty = true;
    this.#changed.push(cached);
  }

  /** Returns the rows that became dirty since the last call; ends the batch. */
  takeChanged(): readonly CachedRow[] {
    const changed = this.#changed;
    this.#changed = [];
    this.#missing = [];
    return changed;
  }

  /**
   * Once `capacity / 2` rows were used since the last drop, drops the rows that were not used.
   * @returns the dropped rows to write now: new rows at once, changes of stored rows only when there are `capacity` of them
   */
  evict(capacity: number): readonly CachedRow[] {
    if (this.#recent.size < capacity / 2) return [];
    const unwritten: CachedRow[] = [];
    for (const [name, cached] of this.#older) {
      if (!cached.dirty) continue;
      if (cached.stored) this.#unwritten.set(name, cached);
      else unwritten.push(cached);
    }
    if (this.#unwritten.size >= capacity) {
      unwritten.push(...this.#unwritten.values());
      this.#unwritten.clear();
    }
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#forgetLast();
    return unwritten;
  }

  /** Drops all rows; returns those that were not written yet. */
  takeAll(): readonly CachedRow[] {
    const all = [this.#older, this.#recent, this.#unwritten].flatMap((rows) => [...rows.values()]);
    this.clear();
    return all.filter(({ dirty }) => dirty);
  }

  clear(): void {
    this.#recent = new Map();
    this.#older = new Map();
    this.#unwritten.clear();
    this.#missing = [];
    this.#changed = [];
    this.#forgetLast();
  }

  #find(name: string): CachedRow | undefined {
    const recent = this.#recent.get(name);
    if (recent !== undefined) return recent;
    for (const others of [this.#older, this.#unwritten]) {
      const cached = others.get(name);
      if (cached === undefined) continue;
      others.delete(name);
      this.#recent.set(name, cached);
      return cached;
    }
    return undefined;
  }

  #rememberAbsent(name: string): void {
    this.#recent.set(name, { row: ABSENT, stored: false, dirty: false });
  }

  /** Throws for a key that was not declared: the table may have its row, and a rebuild would write a second one. */
  #requireDeclared(name: string): CachedRow {
    const cached = this.#find(name);
    if (cached !== undefined) return cached;
    const key = name.replaceAll('\n', ', ');
    throw new Error(`${this.table.name} ${key} is used but not named in keys`);
  }

  #forgetLast(): void {
    this.#last = undefined;
    this.#lastKey = '';
  }
}

export class LogRows implements AnyRows {
  readonly table: Table;
  #rows: AnyRow[] = [];

  constructor(table: Table) {
    this.table = table;
  }

  append(row: AnyRow): void {
    this.#rows.push(row);
  }

  take(): readonly AnyRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}

const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

export class SumRows implements AnyRows {
  readonly table: Table;
  readonly #keyOf: (row: AnyRow) => string;
  readonly #zeros: AnyRow;
  #rows = new Map<string, Record<string, unknown>>();

  constructor(table: Table) {
    this.table = table;
    this.#keyOf = keyReader(table);
    const summed = Object.keys(table.columns).filter((name) => !table.key.includes(name));
    this.#zeros = Object.fromEntries(summed.map((name) => [name, 0]));
  }

  get size(): number {
    return this.#rows.size;
  }

  add(key: AnyRow, amounts: AnyRow): void {
    const name = this.#keyOf(key);
    let row = this.#rows.get(name);
    if (row === undefined) {
      row = { ...key, ...this.#zeros };
      this.#rows.set(name, row);
    }
    for (const column in amounts) row[column] = asNumber(row[column]) + asNumber(amounts[column]);
  }

  take(): readonly AnyRow[] {
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return rows;
  }
}

/** The fold failed on an event, or the database refused its rows: the event or the fold is wrong. */
export class FoldFailed extends Error {
  readonly event: RecordedEvent;
  /** Index of the event in the batch. */
  readonly index: number;

  constructor(event: RecordedEvent, index: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${event.type} at ${event.position} of ${event.stream}: ${reason}`, { cause });
    this.name = 'FoldFailed';
    this.event = event;
    this.index = index;
  }
}

/** All rows of one read model that are in memory, for the live runner and for a rebuild. */
export class WorkingSet {
  readonly keyed: readonly KeyedRows[];
  readonly logs: readonly LogRows[];
  readonly sums: readonly SumRows[];
  readonly #projection: Projection;
  readonly #rows: Readonly<Record<string, AnyRows>>;
  readonly #keys: Readonly<Record<string, AnyKeys>>;

  constructor(projection: Projection) {
    const rows = Object.entries(projection.tables).map(([name, table]) => {
      if (table.kind === 'keyed') return [name, new KeyedRows(table)] as const;
      return [name, table.kind === 'log' ? new LogRows(table) : new SumRows(table)] as const;
    });
    const all = rows.map(([, each]) => each);
    this.#projection = projection;
    this.#rows = Object.fromEntries(rows);
    this.keyed = all.filter((each) => each instanceof KeyedRows);
    this.logs = all.filter((each) => each instanceof LogRows);
    this.sums = all.filter((each) => each instanceof SumRows);
    this.#keys = Object.fromEntries(
      rows.flatMap(([name, each]) => (each instanceof KeyedRows ? [[name, each] as const] : [])),
    );
  }

  /** Collects the keys that the events will read. @throws FoldFailed */
  collectKeys(events: readonly RecordedEvent[]): void {
    const projection = this.#projection;
    if (projection.keys === undefined) return;
    this.#forEach(events, (event) => {
      if (projection.on[event.type] !== undefined) projection.keys?.(event, this.#keys);
    });
  }

  /** @throws FoldFailed */
  fold(events: readonly RecordedEvent[]): void {
    const { on } = this.#projection;
    this.#forEach(events, (event) => on[event.type]?.(event, this.#rows));
  }

  /** Drops everything, written or not. */
  clear(): void {
    for (const rows of this.keyed) rows.clear();
    for (const rows of this.logs) rows.take();
    for (const rows of this.sums) rows.take();
  }

  #forEach(events: readonly RecordedEvent[], work: (event: RecordedEvent) => void): void {
    let index = 0;
    try {
      for (const event of events) {
        work(event);
        index += 1;
      }
    } catch (cause) {
      const event = events[index];
      throw event === undefined ? cause : new FoldFailed(event, index, cause);
    }
  }
}
