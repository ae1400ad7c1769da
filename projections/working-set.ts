import type { AnyKeys, AnyRows, ProjectedEvent, Projection } from './define-projection.ts';
import type { AnyRow, Table } from './table.ts';

const keyText = (key: readonly string[]): string =>
  key.length === 1 ? (key[0] ?? '') : key.join('\n');

/** The same of a row. */
const keyReader = ({ key, name }: Table): ((row: AnyRow) => string) => {
  const [first = '', ...others] = key;
  const read = (row: AnyRow, column: string): string => {
    const value = row[column];
    return typeof value === 'string' ? value : mistaken(`${name}.${column}`);
  };
  return (row) => {
    let text = read(row, first);
    for (const column of others) text += `\n${read(row, column)}`;
    return text;
  };
};

const mistaken = (column: string): never => {
  throw new TypeError(`${column} is part of a key and must be text`);
};

/** Sweeps that a row stays for without being touched. */
const SWEEPS = 8;

/** A row in memory, and how it stands to the table. */
export interface KeptRow {
  row: AnyRow;
  /** The table has a row of this key. */
  stored: boolean;
  /** The table's row, if any, is older than this one. */
  dirty: boolean;
  /** The sweep before which it was last touched. */
  touched: number;
}

/**
 * Rows of one keyed table. It is right to keep them between batches because nobody else writes the table, which the
 * checkpoint's compare-and-set makes sure of.
 */
export class KeyedRows implements AnyRows, AnyKeys {
  readonly table: Table;
  readonly #keyOf: (row: AnyRow) => string;
  #kept = new Map<string, KeptRow>();
  #missing = new Map<string, readonly string[]>();
  /** Keys that first appear in this batch. */
  #created = new Set<string>();
  #changed: KeptRow[] = [];
  #sweep = 0;
  /** Stored rows that are dirty: they leave together, because writing them means waiting for Postgres. */
  #updates = 0;
  /** Rows beyond which the next sweep is due. */
  #due = 0;
  /** What `get` found last, which is mostly what `put` replaces. */
  #lastKey = '';
  #last: KeptRow | undefined;

  constructor(table: Table) {
    this.table = table;
    this.#keyOf = keyReader(table);
  }

  reads(...key: readonly string[]): void {
    const name = keyText(key);
    const kept = this.#kept.get(name);
    if (kept !== undefined) kept.touched = this.#sweep;
    else if (!this.#created.has(name)) this.#missing.set(name, key);
  }

  creates(...key: readonly string[]): void {
    this.#created.add(keyText(key));
  }

  /** Keys of this batch that are not in memory; those that `supply` does not bring are taken to be absent. */
  get missing(): readonly (readonly string[])[] {
    return [...this.#missing.values()];
  }

  supply(rows: readonly AnyRow[]): void {
    for (const row of rows) {
      const kept = { row, stored: true, dirty: false, touched: this.#sweep };
      this.#kept.set(this.#keyOf(row), kept);
    }
  }

  get(...key: readonly string[]): AnyRow | undefined {
    const name = keyText(key);
    const kept = this.#kept.get(name);
    if (kept === undefined && !this.#missing.has(name) && !this.#created.has(name)) {
      throw new Error(`${this.table.name} ${key.join(', ')} is read but not named in keys`);
    }
    this.#lastKey = name;
    this.#last = kept;
    return kept?.row;
  }

  put(row: AnyRow): void {
    const name = this.#keyOf(row);
    let kept = name === this.#lastKey ? this.#last : this.#kept.get(name);
    if (kept === undefined) {
      kept = { row, stored: false, dirty: false, touched: this.#sweep };
      this.#kept.set(name, kept);
      this.#lastKey = name;
      this.#last = kept;
    }
    kept.row = row;
    if (!kept.dirty) {
      kept.dirty = true;
      if (kept.stored) this.#updates += 1;
      this.#changed.push(kept);
    }
  }

  /** Rows that turned dirty since the last call; ends the batch. */
  takeChanged(): readonly KeptRow[] {
    const changed = this.#changed;
    this.#changed = [];
    this.#missing.clear();
    this.#created.clear();
    return changed;
  }

  /**
   * Whenever an eighth of `capacity` came in, lets go of the rows that nothing touched for eight such times, so that about
   * `capacity` are kept and few leave at once; answers those of them that were not written yet.
   */
  evict(capacity: number): readonly KeptRow[] {
    if (this.#kept.size < this.#due + capacity / SWEEPS) return [];
    const unwritten: KeptRow[] = [];
    for (const [name, kept] of this.#kept) {
      if (kept.touched > this.#sweep - SWEEPS) continue;
      if (kept.stored && kept.dirty && this.#updates < capacity) continue;
      this.#kept.delete(name);
      if (kept.dirty) unwritten.push(kept);
    }
    if (this.#updates >= capacity) this.#updates = 0;
    this.#sweep += 1;
    this.#due = this.#kept.size;
    this.#last = undefined;
    this.#lastKey = '';
    return unwritten;
  }

  /** Lets go of all; answers those that were not written yet. */
  takeAll(): readonly KeptRow[] {
    const unwritten = [...this.#kept.values()].filter(({ dirty }) => dirty);
    this.clear();
    return unwritten;
  }

  clear(): void {
    this.#kept = new Map();
    this.#missing.clear();
    this.#created.clear();
    this.#changed = [];
    this.#due = 0;
    this.#last = undefined;
    this.#lastKey = '';
  }
}

/** Rows appended in one batch. */
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

/** What a batch adds to each row. */
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

/** A fold failed on an event: the event, or the code that reads it, is wrong. */
export class FoldFailed extends Error {
  readonly event: ProjectedEvent;
  /** Of the event in the batch. */
  readonly index: number;

  constructor(event: ProjectedEvent, index: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${event.type} at ${event.position} of ${event.stream}: ${reason}`, { cause });
    this.name = 'FoldFailed';
    this.event = event;
    this.index = index;
  }
}

/** All rows of a projection that are in memory. The same for the live runner and a rebuild, so both fold alike. */
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

  /** Notes which rows the events will read. @throws FoldFailed */
  want(events: readonly ProjectedEvent[]): void {
    const projection = this.#projection;
    if (projection.keys === undefined) return;
    this.#each(events, (event) => {
      if (projection.on[event.type] !== undefined) projection.keys?.(event, this.#keys);
    });
  }

  /** @throws FoldFailed */
  fold(events: readonly ProjectedEvent[]): void {
    const { on } = this.#projection;
    this.#each(events, (event) => on[event.type]?.(event, this.#rows));
  }

  /** Forgets everything, written or not. */
  clear(): void {
    for (const rows of this.keyed) rows.clear();
    for (const rows of this.logs) rows.take();
    for (const rows of this.sums) rows.take();
  }

  #each(events: readonly ProjectedEvent[], work: (event: ProjectedEvent) => void): void {
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
