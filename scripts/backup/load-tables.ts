import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import type { ArchivedTable, Entry } from './archive.ts';
import { readEntries } from './archived.ts';
import { reachStage } from './restore-mark.ts';
import { advanceSequences, copyStatement, findBackupTables, nameOf } from './tables.ts';

/** Leaves out `audit.log`, which identifies a log by its first event: the restored log gets a row of its own. */
const isLeftOut = ({ schema, name }: ArchivedTable): boolean =>
  schema === 'audit' && name === 'log';

/** @throws BadEnvironment when this release's tables lack a column of the backup */
export const requireColumns = async (
  client: pg.Client,
  tables: readonly ArchivedTable[],
): Promise<void> => {
  const created = await findBackupTables(client);
  for (const table of tables) {
    if (isLeftOut(table)) continue;
    const target = created.find((each) => nameOf(each) === nameOf(table));
    const missing = table.columns.filter((column) => target?.columns.includes(column) !== true);
    if (missing.length === 0) continue;
    throw new BadEnvironment(
      `This release has no column for ${table.schema}.${table.name} (${missing.join(', ')}): ` +
        'restore the backup with the release that wrote it.',
    );
  }
};

/** Yields the data of the table whose entry was read last, and reports how many rows the table should have. */
async function* dataOf(entries: AsyncIterator<Entry>, report: (rows: number) => void) {
  for (;;) {
    const next = await entries.next();
    if (next.done === true) return;
    if (next.value.kind === 'end') {
      report(next.value.rows);
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
  // Replaces what the product wrote when it created its tables.
  await client.query(`TRUNCATE ${nameOf(table)} CASCADE`);
  let expected = -1;
  const stream = client.query(copyStreams.from(`COPY ${copyStatement(table)} FROM STDIN`));
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

/** Loads all tables in one transaction, so that an interruption changes nothing. */
export const loadTables = async (
  client: pg.Client,
  file: FileHandle,
  onProgress: (line: string) => void,
): Promise<void> => {
  await client.query('BEGIN');
  const entries = readEntries(file);
  for (let next = await entries.next(); next.done !== true; next = await entries.next()) {
    if (next.value.kind !== 'table' || isLeftOut(next.value.table)) continue;
    const { table } = next.value;
    const rows = await copyIn(client, table, entries);
    onProgress(`${table.schema}.${table.name}: ${rows} rows`);
  }
  await reachStage(client, 'tables');
  await client.query('COMMIT');
};
