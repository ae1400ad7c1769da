import type { RecordedEvent } from '#/ledger/codec.ts';
import type { AnyRows, Projection } from './define-projection.ts';
import type { AnyRow, Table } from './table.ts';

const keyText = (key: readonly string[]): string =>
  key.length === 1 ? (key[0] ?? '') : key.join('\n');

const keyReader =
  ({ key, name }: Table) =>
  (row: AnyRow): readonly string[] =>
    key.map((column) => {
      const value = row[column];
      if (typeof value !== 'string') throw new TypeError(`${name}.${column} must be text`);
      return value;
    });

/** A row in memory, and how it stands to the table. */
export interface KeptRow {
  row: AnyRow;
  /** The table has a row of this key. */
  stored: boolean;
  /** The table's row, if any, is older than this one. */
  dirty: boolean;
}

/**
 * Rows of one keyed table in two halves: what is touched moves to the young half, and when that is full the old one is let
 * go. It is right to keep them between batches because nobody else writes the table, which the checkpoint's
 * compare-and-set makes sure of.
 */
export class KeyedRows implements AnyRows {
  readonly table: Table;
  readonly #keyOf: (row: AnyRow) => readonly string[];
  #young = new Map<string, KeptRow>();
  #old = new Map<string, KeptRow>();
  #missing = new Map<string, readonly string[]>();
  #changed: KeptRow[] = [];

  constructor(table: Table) {
    this.table = table;
    this.#keyOf = keyReader(table);
  }

  want(...key: readonly string[]): void {
    const name = keyText(key);
    if (this.#kept(name) === undefined) this.#missing.set(name, key);
  }

  /** Keys of this batch that are not in memory; those that `supply` does not bring are taken to be absent. */
  get missing(): readonly (readonly string[])[] {
    return [...this.#missing.values()];
  }

  supply(rows: readonly AnyRow[]): void {
    for (const row of rows) {
      const kept = { row, stored: true, dirty: false };
      this.#young.set(keyText(this.#keyOf(row)), kept);
    }
  }

  get(...key: readonly string[]): AnyRow | undefined {
    const name = keyText(key);
    const kept = this.#kept(name);
    if (kept === undefined && !this.#missing.has(name)) {
      throw new Error(`${this.table.name} ${key.join(', ')} is read but not named in keys`);
    }
    return kept?.row;
  }

  put(row: AnyRow): void {
    const name = keyText(this.#keyOf(row));
    let kept = this.#kept(name);
    if (kept === undefined) {
      kept = { row, stored: false, dirty: false };
      this.#young.set(name, kept);
    }
    kept.row = row;
    if (!kept.dirty) {
      kept.dirty = true;
      this.#changed.push(kept);
    }
  }

  /** Rows that turned dirty since the last call; ends the batch. */
  takeChanged(): readonly KeptRow[] {
    const changed = this.#changed;
    this.#changed = [];
    this.#missing = new Map();
    return changed;
  }

  /** Lets go of the old half once the young one holds `capacity` rows; answers those that were not written yet. */
  evict(capacity: number): readonly KeptRow[] {
    if (this.#young.size < capacity) return [];
    const gone = this.#old;
    this.#old = this.#young;
    this.#young = new Map();
    return [...gone.values()].filter(({ dirty }) => dirty);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#missing = new Map();
    this.#changed = [];
  }

  #kept(name: string): KeptRow | undefined {
    const young = this.#young.get(name);
    if (young !== undefined) return young;
    const old = this.#old.get(name);
    if (old === undefined) return undefined;
    this.#old.delete(name);
    this.#young.set(name, old);
    return old;
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
  readonly #keyOf: (row: AnyRow) => readonly string[];
  readonly #summed: readonly string[];
  #rows = new Map<string, Record<string, unknown>>();

  constructor(table: Table) {
    this.table = table;
    this.#keyOf = keyReader(table);
    this.#summed = Object.keys(table.columns).filter((name) => !table.key.includes(name));
  }

  get size(): number {
    return this.#rows.size;
  }

  add(row: AnyRow): void {
    const name = keyText(this.#keyOf(row));
    const sofar = this.#rows.get(name);
    if (sofar === undefined) {
      const zeros = Object.fromEntries(this.#summed.map((column) => [column, 0]));
      this.#rows.set(name, { ...zeros, ...row });
      return;
    }
    for (const column of this.#summed) {
      const more = row[column];
      if (more !== undefined) sofar[column] = asNumber(sofar[column]) + asNumber(more);
    }
  }

  take(): readonly AnyRow[] {
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return rows;
  }
}

/** A fold failed on an event: the event, or the code that reads it, is wrong. */
export class FoldFailed extends Error {
  /** Of the event in the batch. */
  readonly index: number;

  constructor(index: number, options: { readonly cause: unknown }) {
    super('fold failed', options);
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
  readonly #wants: Readonly<Record<string, (...key: readonly string[]) => void>>;

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
    const wanting = rows.flatMap(([name, each]) =>
      each instanceof KeyedRows
        ? [[name, (...key: readonly string[]) => each.want(...key)] as const]
        : [],
    );
    this.#wants = Object.fromEntries(wanting);
  }

  /** Notes which rows the events will read. @throws FoldFailed */
  want(events: readonly RecordedEvent[]): void {
    const projection = this.#projection;
    this.#each(events, (event) => {
      if (projection.on[event.type] !== undefined) projection.keys?.(event, this.#wants);
    });
  }

  /** @throws FoldFailed */
  fold(events: readonly RecordedEvent[]): void {
    const { on } = this.#projection;
    this.#each(events, (event) => on[event.type]?.(event, this.#rows));
  }

  /** Forgets everything, written or not. */
  clear(): void {
    for (const rows of this.keyed) rows.clear();
    for (const rows of this.logs) rows.take();
    for (const rows of this.sums) rows.take();
  }

  #each(events: readonly RecordedEvent[], work: (event: RecordedEvent) => void): void {
    let index = 0;
    try {
      for (const event of events) {
        work(event);
        index += 1;
      }
    } catch (cause) {
      throw new FoldFailed(index, { cause });
    }
  }
}
