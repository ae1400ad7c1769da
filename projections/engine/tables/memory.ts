import type { EventRead } from '#/ledger/checkpoints/checkpoints.ts';
import type { Position } from '#/ledger/event-store.ts';
import { keyText } from '#/projections/engine/define/row-key.ts';
import type { AnyRow, Column, Table } from '#/projections/engine/define/table.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import {
  GenerationGone,
  RebuildUnderWay,
  RowsRefused,
  type Checkpoint,
  type GenerationName,
  type GenerationStatus,
  type TableRows,
  type Tables,
} from './tables.ts';

type Rows = ReadonlyMap<string, AnyRow>;

/** Rows by table and key. */
type RowsByTable = Map<string, Map<string, AnyRow>>;

interface StoredGeneration {
  checkpoint: Checkpoint;
  readonly rows: RowsByTable;
}

/** A generation that was made next to the live one. */
export interface BuiltGeneration extends GenerationName {
  readonly version: number;
  readonly position: Position | '';
  readonly last: EventRead | null;
  readonly tables: readonly TableRows[];
}

export interface MemoryTables extends Tables {
  /** 0 = the read model has no generation. */
  readonly latest: (names: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** All or none. @throws RebuildUnderWay when a generation with this or a later number exists, and RowsRefused */
  readonly takeOver: (generations: readonly BuiltGeneration[]) => Promise<void>;
  /** Ordered by keys as text. */
  readonly all: (projection: Pick<Projection, 'name'>, table: Table) => readonly AnyRow[];
}

const TAKES_EVENTS: ReadonlySet<GenerationStatus> = new Set(['live', 'ready', 'returning']);

const isLive = ({ status }: Checkpoint): boolean => status === 'live' || status === 'degraded';

/** Also refuses -2³¹, which Postgres would take. */
const INTEGER_LIMIT = 2 ** 31;

const refuse = (why: string): never => {
  throw new RowsRefused(why);
};

/** Returns a value as the database would return it. @throws RowsRefused */
const convertToStored = ({ sql, nullable, encode }: Column<unknown>, value: unknown): unknown => {
  if (value === null && nullable) return null;
  const text = encode(value);
  if (text.includes('\0')) return refuse('a text has a zero byte');
  if (sql === 'json') return JSON.parse(text);
  if (sql === 'timestamptz') return new Date(text).toISOString();
  if (sql === 'integer' && Math.abs(Number(text)) >= INTEGER_LIMIT)
    return refuse(`${text} is no integer of 32 bits`);
  return value;
};

const toStored = (table: Table, row: AnyRow): AnyRow => {
  const stored: Record<string, unknown> = {};
  try {
    for (const name in table.columns) {
      const column = table.columns[name];
      if (column !== undefined) stored[name] = convertToStored(column, row[name]);
    }
  } catch (error) {
    throw error instanceof RowsRefused ? error : new RowsRefused(error);
  }
  return stored;
};

/** Adds the numbers of a row to those of the stored one. */
const addAmounts = (table: Table, to: AnyRow, row: AnyRow): AnyRow =>
  toStored(
    table,
    Object.fromEntries(
      Object.keys(table.columns).map((name) => {
        const isKey = table.key.includes(name);
        return [name, isKey ? row[name] : Number(to[name]) + Number(row[name])];
      }),
    ),
  );

type KeyedRow = readonly [key: string, row: AnyRow];

/** Rows as they will be stored. @throws RowsRefused */
const prepare = (before: Rows, { table, rows }: TableRows): readonly KeyedRow[] => {
  const prepared = new Map<string, AnyRow>();
  for (const row of rows) {
    const stored = toStored(table, row);
    // A key column of a log may be a number.
    const key = keyText(table.key.map((column) => String(stored[column])));
    if (prepared.has(key)) refuse(`a batch has two rows of ${table.name} ${key}`);
    const earlier = before.get(key);
    if (earlier !== undefined && table.kind === 'log') refuse(`${table.name} has ${key} already`);
    const isAdded = earlier !== undefined && table.kind === 'sums';
    prepared.set(key, isAdded ? addAmounts(table, earlier, stored) : stored);
  }
  return [...prepared];
};

const NONE: Rows = new Map();

/** The rows of tables that did not change since they were last sorted. */
const sorted = new WeakMap<Rows, readonly AnyRow[]>();

/** Ordered by keys as text; the same list until the table changes. */
const inOrder = (rows: Rows): readonly AnyRow[] => {
  const cached = sorted.get(rows);
  if (cached !== undefined) return cached;
  const ordered = [...rows]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row);
  sorted.set(rows, ordered);
  return ordered;
};

/** Checks a whole batch, and returns the function that writes it. @throws RowsRefused */
const prepareAll = (before: RowsByTable, tables: readonly TableRows[]): (() => void) => {
  const all = tables.map((each) => {
    const { name } = each.table;
    return { name, prepared: prepare(before.get(name) ?? NONE, each) };
  });
  return () => {
    for (const { name, prepared } of all) {
      const rows = before.get(name) ?? new Map<string, AnyRow>();
      for (const [key, row] of prepared) rows.set(key, row);
      if (prepared.length > 0) sorted.delete(rows);
      before.set(name, rows);
    }
  };
};

class Generations {
  readonly #now: () => number;
  readonly #all = new Map<string, readonly StoredGeneration[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  of(name: string): readonly StoredGeneration[] {
    return this.#all.get(name) ?? [];
  }

  /** The number of the latest generation; 0 = there is none. */
  latest(name: string): number {
    return this.of(name).at(-1)?.checkpoint.generation ?? 0;
  }

  live(name: string): StoredGeneration | undefined {
    return this.of(name).find(({ checkpoint }) => isLive(checkpoint));
  }

  find({ name, generation }: GenerationName): StoredGeneration | undefined {
    return this.of(name).find(({ checkpoint }) => checkpoint.generation === generation);
  }

  /** @throws GenerationGone */
  require(at: GenerationName): StoredGeneration {
    const generation = this.find(at);
    if (generation === undefined)
      throw new GenerationGone(`there is no ${at.name} ${at.generation}`);
    return generation;
  }

  change(generation: StoredGeneration, to: Partial<Checkpoint>): void {
    generation.checkpoint = { ...generation.checkpoint, ...to, updatedAt: this.#updatedAt() };
  }

  mark(at: GenerationName, from: readonly GenerationStatus[], to: Partial<Checkpoint>): void {
    const generation = this.find(at);
    if (generation !== undefined && from.includes(generation.checkpoint.status))
      this.change(generation, to);
  }

  /** Makes a generation that no query reads yet. @throws RowsRefused */
  store({ tables, ...at }: BuiltGeneration): StoredGeneration {
    const rows: RowsByTable = new Map();
    prepareAll(rows, tables)();
    const updatedAt = this.#updatedAt();
    return { checkpoint: { ...at, status: 'live', error: null, updatedAt }, rows };
  }

  takeOver(next: StoredGeneration): void {
    const { name } = next.checkpoint;
    const former = this.live(name);
    if (former !== undefined) this.change(former, { status: 'retired' });
    this.#all.set(name, [...(former === undefined ? [] : [former]), next]);
  }

  #updatedAt(): string {
    return new Date(this.#now()).toISOString();
  }
}

const sortedNames = new WeakMap<readonly string[], readonly string[]>();

/** Sorts a list of names once: a process asks for the same ones again and again. */
const inOrderOnce = (names: readonly string[]): readonly string[] => {
  const ordered = sortedNames.get(names) ?? [...new Set(names)].toSorted();
  sortedNames.set(names, ordered);
  return ordered;
};

/** @param now milliseconds since 1970 */
export const createMemoryTables = (now: () => number): MemoryTables => {
  const generations = new Generations(now);

  const live: Tables['live'] = async (names) =>
    inOrderOnce(names).flatMap((name) => generations.live(name)?.checkpoint ?? []);

  const commit: Tables['commit'] = async (changes) => {
    const moves = changes.map((change) => ({ change, generation: generations.require(change) }));
    const isExpected = moves.every(
      ({ generation: { checkpoint }, change: { from } }) =>
        checkpoint.position === from && TAKES_EVENTS.has(checkpoint.status),
    );
    if (!isExpected) return false;
    const writes = moves.map(({ generation, change }) =>
      prepareAll(generation.rows, change.tables),
    );
    for (const write of writes) write();
    for (const { generation, change } of moves) {
      const last = change.last ?? generation.checkpoint.last;
      generations.change(generation, { position: change.upTo, last });
    }
    return true;
  };

  return {
    live,
    // In memory a commit runs without interruption, so there is none to wait for.
    liveSettled: live,
    markDegraded: async (at, error) =>
      generations.mark(at, ['live', 'degraded'], { status: 'degraded', error }),
    markLive: async (at) => generations.mark(at, ['degraded'], { status: 'live', error: null }),
    rows: async (at, table, keys) => {
      const rows = generations.require(at).rows.get(table.name) ?? NONE;
      return keys.map((key) => rows.get(keyText(key))).filter((row) => row !== undefined);
    },
    commit,
    session: () => ({ commit, close: () => undefined }),
    latest: async (names) => new Map(names.map((name) => [name, generations.latest(name)])),
    takeOver: async (built) => {
      for (const { name, generation } of built) {
        if (generation <= generations.latest(name)) throw new RebuildUnderWay(name);
      }
      const all = built.map((each) => generations.store(each));
      for (const each of all) generations.takeOver(each);
    },
    all: ({ name }, table) => inOrder(generations.live(name)?.rows.get(table.name) ?? NONE),
  };
};
