import { randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { openStore, type StoreLocations } from '#/api/composition/store.ts';
import { checkpointsOn } from '#/ledger/checkpoints/postgres.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';
import { ArchiveWriter, FORMAT, type ArchivedTable } from './archive.ts';
import {
  printForCopy,
  PROGRESS_SCHEMA,
  readProgress,
  type ProgressTable,
} from './policy-progress.ts';
import { copyStatement, findBackupTables, isWrittenAhead, nameOf } from './tables.ts';
import { createStreamCheck } from './whole-streams.ts';

export interface BackupSummary {
  readonly events: number;
  readonly tables: number;
  readonly bytes: number;
}

interface BackupOptions extends StoreLocations {
  /** The file must not exist yet. */
  readonly file: string;
  readonly signal?: AbortSignal | undefined;
  /** Called every few megabytes. */
  readonly onProgress?: (what: string, bytes: number) => void;
}

type Progress = NonNullable<BackupOptions['onProgress']>;

interface ProgressOptions {
  readonly onProgress: Progress;
  readonly signal: AbortSignal | undefined;
}

const PROGRESS_BYTES = 4_000_000;

const refusalFor = (file: string, error: unknown): BadEnvironment => {
  const code = errorCodeOf(error);
  const reason = code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`;
  return new BadEnvironment(`${file} ${reason}: name another file.`);
};

/** Does not overwrite a file. @throws BadEnvironment */
const createFile = async (file: string): Promise<FileHandle> =>
  open(file, 'wx', 0o600).catch((error: unknown) => {
    throw refusalFor(file, error);
  });

const reportEvery = (archive: ArchiveWriter, onProgress: Progress) => {
  let reportedBytes = archive.bytes;
  return (what: string): void => {
    if (archive.bytes - reportedBytes < PROGRESS_BYTES) return;
    reportedBytes = archive.bytes;
    onProgress(what, reportedBytes);
  };
};

/** Opens a connection that reads one snapshot, which is taken before the promise resolves. */
const openSnapshot = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ server_version: string; is_ours: boolean }>(
    `SELECT current_setting('server_version') AS server_version,
       to_regclass('ledger.event') IS NOT NULL OR to_regclass('audit.log') IS NOT NULL AS is_ours`,
  );
  const { server_version: postgres = '', is_ours: isOurs = false } = rows[0] ?? {};
  return { client, postgres, isOurs };
};

type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;

/** On Postgres, reads in one snapshot, because work moves between the tables, and ends it at once, because its locks block others. */
const progressOf = async (
  { checkpoints }: EventStore,
  { databaseUrl, eventStoreUrl }: StoreLocations,
): Promise<readonly ProgressTable[]> => {
  if (eventStoreUrl !== undefined) return readProgress(checkpoints);
  const { client } = await openSnapshot(databaseUrl);
  try {
    return await readProgress(checkpointsOn(client));
  } finally {
    await client.end();
  }
};

const copyOut = async (
  { client }: Snapshot,
  tables: readonly ArchivedTable[],
  archive: ArchiveWriter,
  { onProgress, signal }: ProgressOptions,
): Promise<void> => {
  const report = reportEvery(archive, onProgress);
  for (const table of tables) {
    await archive.table(table);
    const stream = client.query(copyStreams.to(`COPY ${copyStatement(table)} TO STDOUT`));
    for await (const chunk of stream) {
      signal?.throwIfAborted();
      await archive.data(chunk);
      report(nameOf(table));
    }
    await archive.end(stream.rowCount);
  }
  await client.query('COMMIT');
};

/** Copies up to `head`, inclusive. */
const copyLog = async (
  store: EventStore,
  head: Position,
  archive: ArchiveWriter,
  { onProgress, signal }: ProgressOptions,
): Promise<number> => {
  const report = reportEvery(archive, onProgress);
  const streams = createStreamCheck(store);
  let count = 0;
  for await (const batch of store.readAll({ ...(signal && { signal }) })) {
    const events = batch.filter(({ position }) => position <= head);
    streams.see(events);
    await archive.log(events);
    count += events.length;
    report('the log');
    if (events.length < batch.length) break;
  }
  await streams.requireNoneGone(signal);
  await archive.logEnd(count);
  return count;
};

/** Taken in this order. A table is copied from `after` if `isWrittenAhead`, otherwise from `before`. */
interface Snapshots {
  readonly before: Snapshot;
  readonly progress: readonly ProgressTable[];
  readonly head: Position;
  readonly after: Snapshot;
}

const writeAll = async (
  store: EventStore,
  { before, progress, head, after }: Snapshots,
  archive: ArchiveWriter,
  options: ProgressOptions,
): Promise<BackupSummary> => {
  const all = await findBackupTables(before.client);
  const tables = all.filter(({ schema }) => schema !== PROGRESS_SCHEMA);
  const writtenAhead = tables.filter(isWrittenAhead);
  const otherTables = tables.filter((table) => !isWrittenAhead(table));
  const createdAt = new Date().toISOString();
  const { postgres } = before;
  const archivedTables = [...progress.map(({ table }) => table), ...otherTables, ...writtenAhead];
  await archive.begin({ format: FORMAT, createdAt, postgres, tables: archivedTables });
  for (const { table, rows } of progress) {
    await archive.table(table);
    await archive.data(printForCopy(rows));
    await archive.end(rows.length);
  }
  await copyOut(before, otherTables, archive, options);
  await copyOut(after, writtenAhead, archive, options);
  const events = await copyLog(store, head, archive, options);
  await archive.finish();
  return { events, tables: archivedTables.length, bytes: archive.bytes };
};

const write = async (
  file: string,
  work: (archive: ArchiveWriter) => Promise<BackupSummary>,
): Promise<BackupSummary> => {
  // Checks early that the name is unused. Removes the file again, so that a killed backup leaves none.
  await (await createFile(file)).close();
  await rm(file);
  const partial = `${file}.${randomUUID()}.partial`;
  const target = await createFile(partial);
  try {
    const summary = await work(new ArchiveWriter(target));
    await target.close();
    await (await createFile(file)).close();
    await rename(partial, file);
    return summary;
  } catch (error) {
    await target.close();
    await rm(partial, { force: true });
    throw error;
  }
};

/**
 * Backs up the log and the tables while the product runs. The backup does not contain the product's secrets and uploaded files.
 * @throws BadEnvironment when there is no log, it lacks events, or the file cannot be created; the reason of `signal` once aborted
 */
export const backUp = async (options: BackupOptions): Promise<BackupSummary> => {
  const { databaseUrl, file, signal, onProgress = () => undefined } = options;
  const progressOptions = { onProgress, signal };
  const opened: Snapshot[] = [];
  const takeSnapshot = async (): Promise<Snapshot> => {
    const snapshot = await openSnapshot(databaseUrl);
    opened.push(snapshot);
    return snapshot;
  };
  const noLog = new BadEnvironment('There is no log yet, so there is nothing to back up.');
  let store: EventStore | undefined;
  try {
    const before = await takeSnapshot();
    if (!before.isOurs) throw noLog;
    const log = await openStore(options);
    store = log;
    const progress = await progressOf(log, options);
    const head = await log.head();
    if (head === undefined) throw noLog;
    const snapshots = { before, progress, head, after: await takeSnapshot() };
    return await write(file, (archive) => writeAll(log, snapshots, archive, progressOptions));
  } finally {
    await Promise.all([...opened.map(({ client }) => client.end()), store?.close()]);
  }
};
