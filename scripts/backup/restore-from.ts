import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { createSchemas } from '#/api/composition/create-schemas.ts';
import { loadApart } from '#/api/load-apart.ts';
import type { Secrets } from '#/api/secrets.ts';
import { chainHash, CHAIN_START } from '#/ledger/audit/hash.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { rebuild, type RebuildProgress } from '#/projections/rebuild.ts';
import { projections } from '#/projections/registry.ts';
import { BadEnvironment, errorCode } from '#/scripts/command.ts';
import { checkArchive, readArchive, type ArchivedTable, type Entry } from './archive.ts';
import { advanceSequences, copied, keptTables, nameOf, tablesHere } from './tables.ts';

export interface RestoreOptions {
  /** Of an empty database. */
  readonly databaseUrl: string;
  readonly file: string;
  /** Those the backed-up product ran with. */
  readonly secrets: Secrets;
  readonly onProgress?: (line: string) => void;
  readonly onRebuild?: (progress: RebuildProgress) => void;
}

export interface Restored {
  readonly events: number;
  readonly tables: number;
}

const openFile = async (file: string) => {
  try {
    return await open(file, 'r');
  } catch (error) {
    throw new BadEnvironment(`${file} cannot be read (${errorCode(error) ?? String(error)}).`);
  }
};

const requireEmpty = async (client: pg.Client): Promise<void> => {
  const [first, ...others] = await tablesHere(client);
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  throw new BadEnvironment(
    `A backup is only restored into an empty database, and this one has ${first}${more}.`,
  );
};

/** What this release makes must have room for all that the backup holds. @throws BadEnvironment */
const requireRoom = (tables: readonly ArchivedTable[], here: readonly ArchivedTable[]): void => {
  for (const table of tables) {
    const made = here.find((each) => nameOf(each) === nameOf(table));
    const missing = table.columns.filter((column) => made?.columns.includes(column) !== true);
    if (missing.length === 0) continue;
    throw new BadEnvironment(
      `This release has no place for ${table.schema}.${table.name} (${missing.join(', ')}): ` +
        'restore the backup with the release that wrote it.',
    );
  }
};

/** Data of the table that the entries stand before. */
async function* dataOf(entries: AsyncIterator<Entry>, told: (rows: number) => void) {
  for (;;) {
    const next = await entries.next();
    if (next.done === true) return;
    if (next.value.kind === 'end') {
      told(next.value.rows);
      return;
    }
    if (next.value.kind === 'data') yield next.value.bytes;
  }
}

const copyIn = async (
  client: pg.Client,
  table: ArchivedTable,
  entries: AsyncIterator<Entry>,
): Promise<number> => {
  // What the product wrote while it made its tables gives way to what was kept; the log refuses even an empty TRUNCATE.
  const { rowCount } = await client.query(`SELECT FROM ${nameOf(table)} LIMIT 1`);
  if (rowCount !== 0) await client.query(`TRUNCATE ${nameOf(table)} CASCADE`);
  let expected = -1;
  const stream = client.query(copyStreams.from(`COPY ${copied(table)} FROM STDIN`));
  const source = Readable.from(
    dataOf(entries, (rows) => (expected = rows)),
    { highWaterMark: 1 },
  );
  await pipeline(source, stream);
  if (stream.rowCount !== expected) {
    throw new Error(`${nameOf(table)} took ${stream.rowCount} of ${expected} rows`);
  }
  await advanceSequences(client, table);
  return expected;
};

/** All tables in one transaction: a restore that breaks off leaves them empty. */
const load = async (
  client: pg.Client,
  entries: AsyncIterator<Entry>,
  onProgress: (line: string) => void,
): Promise<void> => {
  await client.query('BEGIN');
  for (let next = await entries.next(); next.done !== true; next = await entries.next()) {
    if (next.value.kind !== 'table') continue;
    const { table } = next.value;
    const rows = await copyIn(client, table, entries);
    onProgress(`${table.schema}.${table.name}: ${rows} rows`);
  }
  await client.query('COMMIT');
};

/** Every event follows from the one before it, from the first to the last. @throws BadEnvironment naming one that does not */
const requireChain = async (store: EventStore, events: number): Promise<void> => {
  let expected = CHAIN_START;
  let count = 0;
  for await (const batch of store.readAll({ batchSize: 1_000 })) {
    for (const event of batch) {
      expected = chainHash(expected, event);
      if (event.hash === expected) continue;
      throw new BadEnvironment(`The chain of hashes breaks at ${event.position}: do not use this.`);
    }
    count += batch.length;
  }
  if (count === events) return;
  throw new BadEnvironment(`The log has ${count} events where the backup had ${events}.`);
};

/**
 * Brings a backup into an empty database: checks the file, makes the tables as the product makes them, loads them by COPY
 * in one transaction, verifies the log's chain of hashes, and derives the read models. @throws BadEnvironment
 */
export const restoreFrom = async (options: RestoreOptions): Promise<Restored> => {
  const { databaseUrl, secrets, onProgress = () => undefined } = options;
  const file = await openFile(options.file);
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  const pool = new pg.Pool({ connectionString: databaseUrl });
  pool.on('error', () => undefined);
  let store: EventStore | undefined;
  try {
    await client.connect();
    await requireEmpty(client);
    onProgress('Reading the backup');
    const { events, tables } = await checkArchive(file);
    onProgress('Making the tables');
    await createSchemas({ databaseUrl, secrets });
    requireRoom(tables, await keptTables(client));
    await load(client, readArchive(file)[Symbol.asyncIterator](), onProgress);
    onProgress('Verifying the chain of hashes');
    store = await openPostgresStore({ connectionString: databaseUrl });
    await requireChain(store, events);
    onProgress('Deriving the read models');
    const progress = options.onRebuild && { onProgress: options.onRebuild };
    await rebuild({ store, pool, load: loadApart({ databaseUrl }), projections, ...progress });
    return { events, tables: tables.length };
  } finally {
    await store?.close();
    await Promise.all([client.end().catch(() => undefined), pool.end(), file.close()]);
  }
};
