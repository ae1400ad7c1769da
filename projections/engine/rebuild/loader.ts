import type { PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { EventRead } from '#/ledger/checkpoints/checkpoints.ts';
import type { Position } from '#/ledger/event-store.ts';
import { insertCheckpoint } from '#/projections/engine/tables/checkpoint-table.ts';
import { CopyBuffer } from './copy-buffer.ts';
import type { RecordedEvent } from '#/ledger/codec.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import {
  addUp,
  columnValues,
  createIndexes,
  createKey,
  createTable,
  readRows,
  schemaOf,
  tableIn,
  writeRows,
} from '#/projections/engine/define/table-sql.ts';
import type { AnyRow, Table } from '#/projections/engine/define/table.ts';
import {
  WorkingSet,
  type KeyedRows,
  type CachedRow,
} from '#/projections/engine/run/working-set.ts';

/** Rows are sent once they have this many bytes, or when the transaction must see them. */
const CHUNK = 1 << 18;

/** Sums in memory for each row of `rowsInMemory`: sums are small, and those written earlier must be merged at the end. */
const SUMS_PER_ROW = 2;

class Copy {
  readonly table: Table;
  readonly #stream: ReturnType<typeof copyStreams.from>;
  readonly #ended: Promise<void>;

  constructor(client: PoolClient, schema: string, table: Table) {
    this.table = table;
    // FREEZE is allowed because the table was created in this transaction.
    const sql = `COPY ${tableIn(schema, table)} FROM STDIN WITH (FREEZE)`;
    this.#stream = client.query(copyStreams.from(sql, { highWaterMark: 1 << 20 }));
    this.#ended = new Promise((resolve, reject) => {
      this.#stream.once('finish', resolve);
      this.#stream.once('error', reject);
    });
    this.#ended.catch(() => undefined);
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.#stream.write(bytes)) return;
    const drained = new Promise<void>((resolve) => this.#stream.once('drain', resolve));
    await Promise.race([drained, this.#ended]);
  }

  async end(): Promise<void> {
    this.#stream.end();
    await this.#ended;
  }
}

/** Loads one generation in a single transaction, so that a failure leaves no tables behind. New rows leave memory by COPY. */
export class Loader {
  readonly projection: Projection;
  readonly generation: number;
  readonly #capacity: number;
  readonly #keepsGeneration: boolean;
  readonly #client: PoolClient;
  readonly #schema: string;
  readonly #rows: WorkingSet;
  readonly #buffers: ReadonlyMap<Table, CopyBuffer>;
  /** The tables that have rows. */
  readonly #filled = new Set<Table>();
  /** The tables that have their primary key already, because rows must be found by it. */
  readonly #keyed = new Set<Table>();
  #copy: Copy | undefined;
  #last: EventRead | null = null;

  constructor(
    client: PoolClient,
    {
      projection,
      generation,
      rowsInMemory,
      keepsGeneration,
    }: {
      readonly projection: Projection;
      readonly generation: number;
      readonly rowsInMemory: number;
      readonly keepsGeneration: boolean;
    },
  ) {
    this.projection = projection;
    this.generation = generation;
    this.#capacity = rowsInMemory;
    this.#keepsGeneration = keepsGeneration;
    this.#client = client;
    this.#schema = schemaOf(projection.name, generation);
    this.#rows = new WorkingSet(projection);
    const tables = Object.values(projection.tables);
    this.#buffers = new Map(tables.map((table) => [table, new CopyBuffer(table)]));
  }

  /** Position of the last event taken. */
  get position(): Position | '' {
    return this.#last?.position ?? '';
  }

  async begin(): Promise<void> {
    const tables = Object.values(this.projection.tables);
    const statements = [
      'BEGIN',
      'SET LOCAL synchronous_commit = off',
      "SET LOCAL maintenance_work_mem = '64MB'",
      // One core is enough for each index; the other cores build other read models.
      'SET LOCAL max_parallel_maintenance_workers = 0',
      // Enough for the first plans; Postgres analyses new tables again a minute later.
      'SET LOCAL default_statistics_target = 20',
      // Without statistics, Postgres might plan a sequential scan for a few rows.
      'SET LOCAL enable_seqscan = off',
      `CREATE SCHEMA ${this.#schema}`,
      ...tables.map((table) => createTable(this.#schema, table, this.#keepsGeneration)),
    ];
    await this.#client.query(statements.join(';'));
  }

  /** @param last the last event that was read from the log for this batch, handled or not */
  async take(events: readonly RecordedEvent[], last: EventRead | null): Promise<void> {
    this.#rows.collectKeys(events);
    for (const each of this.#rows.keyed) await this.#readBack(each);
    this.#rows.fold(events);
    this.#last = last;
    for (const { table, take } of this.#logs()) await this.#append(table, take());
    for (const each of this.#rows.keyed) {
      each.takeChanged();
      await this.#spill(each.table, each.evict(this.#capacity));
    }
    for (const each of this.#rows.sums) {
      if (each.size > SUMS_PER_ROW * this.#capacity) await this.#append(each.table, each.take());
    }
  }

  /** Stores the checkpoint as `ready`. */
  async finish(): Promise<void> {
    for (const each of this.#rows.keyed) await this.#spill(each.table, each.takeAll());
    for (const each of this.#rows.sums) await this.#addUp(each.table, each.take());
    await this.#settle();
    if (this.#keepsGeneration) await this.#createIndexes();
    const { name, version } = this.projection;
    const at = {
      name,
      version,
      generation: this.generation,
      position: this.position,
      last: this.#last,
    };
    await insertCheckpoint(this.#client, { ...at, status: 'ready' });
    await this.#client.query('COMMIT');
  }

  async #createIndexes(): Promise<void> {
    for (const table of Object.values(this.projection.tables)) {
      await this.#requireKey(table);
      for (const index of createIndexes(this.#schema, table)) await this.#client.query(index);
      await this.#client.query(`ANALYZE ${tableIn(this.#schema, table)}`);
    }
  }

  /** If some sums were written earlier, a key may have several rows; they are merged here. */
  async #addUp(table: Table, rows: readonly AnyRow[]): Promise<void> {
    const isSplit = this.#filled.has(table);
    await this.#append(table, rows);
    await this.#settle();
    if (isSplit) await this.#client.query(addUp(this.#schema, table, this.#keepsGeneration));
  }

  #logs() {
    return this.#rows.logs.map((each) => ({ table: each.table, take: () => each.take() }));
  }

  async #readBack(each: KeyedRows): Promise<void> {
    const { table, missing } = each;
    if (missing.length === 0 || !this.#filled.has(table)) return;
    await this.#requireKey(table);
    const query = readRows(this.#schema, table, missing);
    each.supply((await this.#client.query<AnyRow>(query)).rows);
  }

  async #spill(table: Table, cached: readonly CachedRow[]): Promise<void> {
    const fresh = cached.filter((each) => !each.stored).map(({ row }) => row);
    const stored = cached.filter((each) => each.stored).map(({ row }) => row);
    await this.#append(table, fresh);
    await this.#upsert(table, stored);
  }

  async #append(table: Table, rows: readonly AnyRow[]): Promise<void> {
    const buffer = this.#buffers.get(table);
    if (rows.length === 0 || buffer === undefined) return;
    for (const row of rows) buffer.add(row);
    this.#filled.add(table);
    if (buffer.length >= CHUNK) await this.#send(table, buffer);
  }

  async #send(table: Table, buffer: CopyBuffer): Promise<void> {
    if (buffer.length === 0) return;
    if (this.#copy?.table !== table) {
      await this.#endCopy();
      this.#copy = new Copy(this.#client, this.#schema, table);
    }
    await this.#copy.write(buffer.take());
  }

  /** Sends all buffered rows, so that this transaction can read them. */
  async #settle(): Promise<void> {
    for (const [table, buffer] of this.#buffers) await this.#send(table, buffer);
    await this.#endCopy();
  }

  async #upsert(table: Table, rows: readonly AnyRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#requireKey(table);
    const text = writeRows(this.#schema, table, 1);
    await this.#client.query({ text, values: [...columnValues(table, rows)] });
    this.#filled.add(table);
  }

  async #requireKey(table: Table): Promise<void> {
    await this.#settle();
    if (this.#keyed.has(table)) return;
    await this.#client.query(createKey(this.#schema, table));
    this.#keyed.add(table);
  }

  async #endCopy(): Promise<void> {
    const copy = this.#copy;
    this.#copy = undefined;
    await copy?.end();
  }
}
