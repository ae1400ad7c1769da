import { open, rename, rm } from 'node:fs/promises';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { BadEnvironment, errorCode } from '#/scripts/command.ts';
import { ArchiveWriter, FORMAT, type ArchivedTable } from './archive.ts';
import { copied, keptTables, nameOf } from './tables.ts';

export interface BackedUp {
  /** Events in the log at the moment of the backup. */
  readonly events: number;
  readonly tables: number;
  readonly bytes: number;
}

interface BackupOptions {
  readonly databaseUrl: string;
  /** Must not be there yet. */
  readonly file: string;
  /** Called with the table and how many bytes are written, every few megabytes. */
  readonly onProgress?: (table: string, bytes: number) => void;
}

const PROGRESS_BYTES = 4_000_000;

const create = async (file: string) => {
  try {
    // A finished backup is never written over; the name is taken first and the content moved there when it is whole.
    await (await open(file, 'wx', 0o600)).close();
    return await open(`${file}.partial`, 'w', 0o600);
  } catch (error) {
    const code = errorCode(error);
    const reason = code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`;
    throw new BadEnvironment(`${file} ${reason}: name another file.`);
  }
};

const copyOut = async (
  client: pg.Client,
  table: ArchivedTable,
  archive: ArchiveWriter,
  onProgress: (table: string, bytes: number) => void,
): Promise<void> => {
  await archive.table(table);
  const stream = client.query(copyStreams.to(`COPY ${copied(table)} TO STDOUT`));
  let told = archive.bytes;
  for await (const chunk of stream) {
    await archive.data(chunk);
    if (archive.bytes - told < PROGRESS_BYTES) continue;
    told = archive.bytes;
    onProgress(nameOf(table), told);
  }
  await archive.end(stream.rowCount);
};

const logEnd = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('ledger.event') IS NOT NULL AS there`,
  );
  if (rows[0]?.there !== true) {
    throw new BadEnvironment('This database has no log, so there is nothing to back up.');
  }
  const { rows: last } = await client.query<{ events: number }>(
    'SELECT coalesce(max(position), 0)::float8 AS events FROM ledger.event',
  );
  return last[0]?.events ?? 0;
};

const copyAll = async (
  client: pg.Client,
  archive: ArchiveWriter,
  onProgress: (table: string, bytes: number) => void,
): Promise<BackedUp> => {
  const events = await logEnd(client);
  const tables = await keptTables(client);
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const postgres = rows[0]?.server_version ?? '';
  const createdAt = new Date().toISOString();
  await archive.begin({ format: FORMAT, createdAt, postgres, events, tables: [...tables] });
  for (const table of tables) await copyOut(client, table, archive, onProgress);
  await archive.finish();
  return { events, tables: tables.length, bytes: archive.bytes };
};

/**
 * Writes everything that cannot be derived into one file, as it was at one moment, while the product goes on. Secrets are
 * not in the database and so not in the file. @throws BadEnvironment
 */
export const backUp = async (options: BackupOptions): Promise<BackedUp> => {
  const { databaseUrl, file, onProgress = () => undefined } = options;
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const target = await create(file);
    try {
      const done = await copyAll(client, new ArchiveWriter(target), onProgress);
      await target.close();
      await rename(`${file}.partial`, file);
      return done;
    } catch (error) {
      await target.close();
      await Promise.all([rm(file, { force: true }), rm(`${file}.partial`, { force: true })]);
      throw error;
    }
  } finally {
    await client.end();
  }
};
