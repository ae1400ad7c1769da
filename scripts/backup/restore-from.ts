import { open, type FileHandle } from 'node:fs/promises';
import pg from 'pg';
import { loadApart } from '#/api/reads/load-apart.ts';
import { createSchemas } from '#/api/composition/create-schemas.ts';
import type { Secrets } from '#/api/composition/secrets.ts';
import { openLog, openStore, type StoreLocations } from '#/api/composition/store.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import { verifyLog } from '#/ledger/audit/verify.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';
import { rebuild, type RebuildProgress } from '#/projections/engine/rebuild/rebuild.ts';
import { projections } from '#/projections/registry.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import { sentenceOf } from '#/scripts/record/finding.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';
import { checkArchive, type CheckedArchive } from './archived.ts';
import { loadLog, matchPairs } from './load-log.ts';
import { loadTables, requireColumns } from './load-tables.ts';
import { beginRestore, endRestore, reachStage, takeDatabase, type Stage } from './restore-mark.ts';
import { translatePositions } from './translate-positions.ts';

export interface RestoreOptions extends StoreLocations {
  readonly file: string;
  /** Secrets of the product that was backed up. */
  readonly secrets: Secrets;
  /** Stops the restore, which can be continued later. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (line: string) => void;
  readonly onRebuild?: (progress: RebuildProgress) => void;
}

export interface RestoreSummary {
  readonly events: number;
  readonly tables: number;
}

interface Work extends CheckedArchive {
  readonly options: RestoreOptions;
  readonly file: FileHandle;
  readonly client: pg.Client;
  readonly pool: pg.Pool;
  readonly say: (line: string) => void;
}

const openFile = async (file: string) => {
  try {
    return await open(file, 'r');
  } catch (error) {
    throw new BadEnvironment(`${file} cannot be read (${errorCodeOf(error) ?? String(error)}).`);
  }
};

/** Begins a restore, for which the database and the log must be empty. @throws BadEnvironment */
const begin = async ({ options, client, digest }: Work): Promise<void> => {
  if (options.eventStoreUrl !== undefined) {
    await using stack = new AsyncDisposableStack();
    const store = stack.adopt(await openLog(options), (log) => log.close());
    if ((await store.head()) !== undefined) {
      throw new BadEnvironment(
        'A backup is only restored into an empty log, and EVENTSTORE_URL leads to one with events: name another server, or another EVENTSTORE_PREFIX on it.',
      );
    }
  }
  await beginRestore(client, digest);
};

const fillTables = async ({ options, client, file, header, say }: Work): Promise<void> => {
  say('Creating the tables');
  await createSchemas(options);
  await requireColumns(client, header.tables);
  await loadTables(client, file, say);
};

/** Personal data in the log can only be decrypted with the master key of the backed-up product. @throws WrongMasterKey */
const requireMasterKey = async ({ options, pool }: Work): Promise<void> => {
  await createVault({ pool, masterKeys: options.secrets.masterKeys });
};

const fillLog = async (
  { options, client, file, events, say }: Work,
  store: EventStore,
): Promise<void> => {
  say(`Writing ${events} events`);
  const { signal } = options;
  await loadLog({ file, events, signal }, { locations: options, store }, say);
  say('Comparing what was written with the backup');
  await client.query('BEGIN');
  await translatePositions(client, matchPairs(file, store));
  await reachStage(client, 'log');
  await client.query('COMMIT');
};

/** @throws BadEnvironment when an event does not fit (it names the first one), or when the log has more or fewer events */
const verify = async ({ options, pool, events, say }: Work, store: EventStore): Promise<void> => {
  say('Verifying hashes and seals');
  const table = await openSealTable(pool);
  const { finding, events: count } = await verifyLog({
    store,
    table,
    ...(options.signal && { signal: options.signal }),
  });
  if (finding !== null) throw new BadEnvironment(`${sentenceOf(finding)} Do not use this log.`);
  if (count === events) return;
  throw new BadEnvironment(`The log has ${count} events where the backup had ${events}.`);
};

const fillStores = async (work: Work, stage: Stage | undefined): Promise<void> => {
  if (stage === undefined) await begin(work);
  if (stage === undefined || stage === 'begun') await fillTables(work);
  await requireMasterKey(work);
  const store = await openLog(work.options);
  try {
    if (stage !== 'log') await fillLog(work, store);
    await verify(work, store);
  } finally {
    await store.close();
  }
};

const rebuildReadModels = async ({ options, pool, client, say }: Work): Promise<void> => {
  await endRestore(client);
  say('Rebuilding the read models');
  // The mark of the restore is gone, so the database opens as for the product.
  const store = await openStore(options);
  try {
    await rebuild({
      store,
      pool,
      load: loadApart(options),
      projections,
      ...(options.onRebuild && { onProgress: options.onRebuild }),
      ...(options.signal && { signal: options.signal }),
    });
  } finally {
    await store.close();
  }
};

/**
 * Restores a backup into an empty database. Its log goes there too, or into an empty EventStoreDB. After an interruption, the same
 * call continues the restore.
 * @throws BadEnvironment when the file or the target does not fit; WrongMasterKey
 */
export const restoreFrom = async (options: RestoreOptions): Promise<RestoreSummary> => {
  const { databaseUrl, onProgress: say = () => undefined } = options;
  const file = await openFile(options.file);
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  const pool = new pg.Pool({ connectionString: databaseUrl });
  pool.on('error', () => undefined);
  try {
    await client.connect();
    const stageOf = await takeDatabase(client);
    say('Reading the backup');
    const archive = await checkArchive(file);
    const work = { ...archive, options, file, client, pool, say };
    await fillStores(work, stageOf(archive.digest));
    await rebuildReadModels(work);
    return { events: archive.events, tables: archive.header.tables.length };
  } finally {
    await Promise.all([client.end().catch(() => undefined), pool.end(), file.close()]);
  }
};
