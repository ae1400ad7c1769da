import { randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { openStore, type StoreLocations } from '#/api/composition/store.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { BadEnvironment, errorCode } from '#/scripts/launch/command.ts';
import { ArchiveWriter, FORMAT, type ArchivedTable } from './archive.ts';
import {
  printForCopy,
  PROGRESS_SCHEMA,
  readProgress,
  type ProgressTable,
} from './policy-progress.ts';
import { copyStatement, isWrittenAhead, keptTables, nameOf } from './tables.ts';
import { watchStreams } from './whole-streams.ts';

export interface BackedUp {
  readonly events: number;
  readonly tables: number;
  readonly bytes: number;
}

interface BackupOptions extends StoreLocations {
  /** Must not exist yet, and does not exist afterwards if the backup fails. */
  readonly file: string;
  readonly signal?: AbortSignal | undefined;
  /** Called every few megabytes with what is being written and the number of bytes so far. */
  readonly onProgress?: (what: string, bytes: number) => void;
}

type Progress = NonNullable<BackupOptions['onProgress']>;

/** Lets the caller of a backup follow and abort it. */
interface Watched {
  readonly onProgress: Progress;
  readonly signal: AbortSignal | undefined;
}

const PROGRESS_BYTES = 4_000_000;

const refusalFor = (file: string, error: unknown): BadEnvironment => {
  const code = errorCode(error);
  const reason = code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`;
  return new BadEnvironment(`${file} ${reason}: name another file.`);
};

/** Creates a file under an unused name: a finished backup is never overwritten. @throws BadEnvironment */
const take = async (file: string): Promise<FileHandle> =>
  open(file, 'wx', 0o600).catch((error: unknown) => {
    throw refusalFor(file, error);
  });

/** Reports progress every few megabytes. */
const every = (archive: ArchiveWriter, onProgress: Progress) => {
  let reportedBytes = archive.bytes;
  return (what: string): void => {
    if (archive.bytes - reportedBytes < PROGRESS_BYTES) return;
    reportedBytes = archive.bytes;
    onProgress(what, reportedBytes);
  };
};

/** Opens a snapshot of the tables on its own connection; the snapshot's moment lies before this resolves. */
const openSnapshot = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ server_version: string; there: boolean }>(
    `SELECT current_setting('server_version') AS server_version,
       to_regclass('ledger.event') IS NOT NULL OR to_regclass('audit.log') IS NOT NULL AS there`,
  );
  const { server_version: postgres = '', there = false } = rows[0] ?? {};
  return { client, postgres, isOurs: there };
};

type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;

const copyOut = async (
  { client }: Snapshot,
  tables: readonly ArchivedTable[],
  archive: ArchiveWriter,
  { onProgress, signal }: Watched,
): Promise<void> => {
  const tell = every(archive, onProgress);
  for (const table of tables) {
    await archive.table(table);
    const stream = client.query(copyStreams.to(`COPY ${copyStatement(table)} TO STDOUT`));
    for await (const chunk of stream) {
      signal?.throwIfAborted();
      await archive.data(chunk);
      tell(nameOf(table));
    }
    await archive.end(stream.rowCount);
  }
  await client.query('COMMIT');
};

/** Copies the log up to a position, inclusive. */
const copyLog = async (
  store: EventStore,
  head: Position,
  archive: ArchiveWriter,
  { onProgress, signal }: Watched,
): Promise<number> => {
  const tell = every(archive, onProgress);
  const streams = watchStreams(store);
  let count = 0;
  for await (const batch of store.readAll({ ...(signal && { signal }) })) {
    const events = batch.filter(({ position }) => position <= head);
    streams.see(events);
    await archive.log(events);
    count += events.length;
    tell('the log');
    if (events.length < batch.length) break;
  }
  await streams.requireDeleted(signal);
  await archive.logEnd(count);
  return count;
};

/** The two snapshots, what policies have done, and the end of the log read between them: see `isWrittenAhead`. */
interface Moments {
  readonly before: Snapshot;
  readonly progress: readonly ProgressTable[];
  readonly head: Position;
  readonly after: Snapshot;
}

const writeAll = async (
  store: EventStore,
  { before, progress, head, after }: Moments,
  archive: ArchiveWriter,
  watched: Watched,
): Promise<BackedUp> => {
  const kept = await keptTables(before.client);
  const tables = kept.filter(({ schema }) => schema !== PROGRESS_SCHEMA);
  const ahead = tables.filter(isWrittenAhead);
  const behind = tables.filter((table) => !isWrittenAhead(table));
  const createdAt = new Date().toISOString();
  const { postgres } = before;
  const written = [...progress.map(({ table }) => table), ...behind, ...ahead];
  await archive.begin({ format: FORMAT, createdAt, postgres, tables: written });
  for (const { table, rows } of progress) {
    await archive.table(table);
    await archive.data(printForCopy(rows));
    await archive.end(rows.length);
  }
  await copyOut(before, behind, archive, watched);
  await copyOut(after, ahead, archive, watched);
  const events = await copyLog(store, head, archive, watched);
  await archive.finish();
  return { events, tables: written.length, bytes: archive.bytes };
};

const write = async (
  file: string,
  work: (archive: ArchiveWriter) => Promise<BackedUp>,
): Promise<BackedUp> => {
  // Checks early that the name is unused, but creates the final file only when done: a killed backup leaves none by that name.
  await (await take(file)).close();
  await rm(file);
  const partial = `${file}.${randomUUID()}.partial`;
  const target = await take(partial);
  try {
    const done = await work(new ArchiveWriter(target));
    await target.close();
    await (await take(file)).close();
    await rename(partial, file);
    return done;
  } catch (error) {
    await target.close();
    await rm(partial, { force: true });
    throw error;
  }
};

/**
 * Writes everything that cannot be derived into one file, while the product keeps running: the log, read through the event
 * store port and so from any store, and the tables around it. Secrets are not in the database and so not in the file.
 * @throws BadEnvironment
 */
export const backUp = async (options: BackupOptions): Promise<BackedUp> => {
  const { databaseUrl, file, signal, onProgress = () => undefined } = options;
  const watched = { onProgress, signal };
  const opened: Snapshot[] = [];
  const snapshot = async (): Promise<Snapshot> => {
    const moment = await openSnapshot(databaseUrl);
    opened.push(moment);
    return moment;
  };
  const nothing = new BadEnvironment('There is no log yet, so there is nothing to back up.');
  let store: EventStore | undefined;
  try {
    const before = await snapshot();
    if (!before.isOurs) throw nothing;
    const log = await openStore(options);
    store = log;
    const progress = await readProgress(log.checkpoints);
    const head = await log.head();
    if (head === undefined) throw nothing;
    const moments = { before, progress, head, after: await snapshot() };
    return await write(file, (archive) => writeAll(log, moments, archive, watched));
  } finally {
    await Promise.all([...opened.map(({ client }) => client.end()), store?.close()]);
  }
};
