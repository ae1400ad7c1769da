import pg from 'pg';
import type { Logger } from 'pino';
import { createAnchor } from '#/adapters/anchor/anchor.ts';
import type { Core } from './core.ts';
import type { Demo } from './exposure.ts';
import type { PrivateFilesPlace } from '#/api/files/private-files.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import type { Secrets } from './secrets.ts';
import { KnownCopy, type OnStoreHealth, type StoreLocations } from './store.ts';
import { missingIn } from './missing-events.ts';
import { requireWholeRecord } from './whole-record.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import type { SealTable } from '#/ledger/audit/seal-table.ts';
import type { SealKey } from '#/ledger/audit/seal.ts';
import { startSealer } from '#/ledger/audit/sealer.ts';
import { DURABLE } from '#/ledger/database/durable-session.ts';
import type { OneCopy } from '#/ledger/database/one-copy.ts';
import { createLeases, type Leases } from '#/ledger/leases/leases.ts';
import { openPostgresLeases } from '#/ledger/leases/postgres.ts';
import { composeCore } from './compose-core.ts';
import type { RegisterCleanup } from './register-cleanup.ts';

export interface RecordOptions extends StoreLocations {
  readonly secrets: Secrets;
  readonly sealKey: SealKey;
  /** Destination of every seal outside this database. */
  readonly sealAnchor: string | undefined;
  readonly webhookBaseUrl: string;
  readonly sandboxUrl: string | undefined;
  readonly demo: Demo;
  readonly logger: Logger;
}

export interface OpenRecord {
  readonly pool: pg.Pool;
  /** Makes all database connections lead to the same copy of the log. */
  readonly copy: OneCopy;
  readonly core: Core;
  /** True if the store last reported that this process can write to the log. */
  readonly writerConnected: () => boolean;
  readonly leases: Leases;
  readonly seals: SealTable;
}

const connect = (databaseUrl: string, logger: Logger): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: DURABLE,
    max: 20,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  // The pool replaces a broken idle connection on the next use.
  pool.on('error', (error) => logger.warn({ err: error }, 'a database connection broke'));
  // An unhandled error would end the process; the next query reports it anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

const watchLog = (logger: Logger) => {
  let connected = false;
  const onLog: OnStoreHealth = ({ part, state, cause }) => {
    if (part === 'writer') connected = state === 'connected';
    if (state !== 'lost') return;
    const isSubscription = part === 'subscription';
    const text = isSubscription
      ? 'a subscription cannot read the log'
      : 'a connection to the log was lost';
    logger.warn({ part, err: cause }, text);
  };
  return { onLog, writerConnected: () => connected };
};

/**
 * Looks for lost events (`epoch`), then starts sealing. In this order, because the newest anchored seal shows a loss, and the next seal
 * replaces it.
 * @throws WrongSealKey, SealsDisagree
 */
export const startSealing = async (
  { sealKey, sealAnchor, logger }: Pick<RecordOptions, 'sealKey' | 'sealAnchor' | 'logger'>,
  { store, now, ports }: Pick<Core, 'store' | 'now'> & { readonly ports: Pick<Ports, 'epoch'> },
  table: SealTable,
  leases: Pick<Leases, 'leaderOf'>,
  registerCleanup: RegisterCleanup,
): Promise<void> => {
  await ports.epoch();
  const storeSeal = sealAnchor === undefined ? undefined : createAnchor(sealAnchor);
  const sealer = await startSealer({
    store,
    table,
    key: sealKey,
    now,
    lead: leases.leaderOf('sealer'),
    onFailure: (error) => logger.error({ err: error }, 'the log could not be sealed'),
    anchor: storeSeal && ((seal, hash) => storeSeal(`${JSON.stringify({ hash, ...seal })}\n`)),
  });
  registerCleanup('the sealer', () => sealer.stop());
};

/** @throws WrongMasterKey, LogMismatch, CutRecord, WrongSealKey, SealsDisagree */
export const openRecord = async (
  options: RecordOptions,
  { openedFiles, metrics }: { readonly openedFiles: PrivateFilesPlace; readonly metrics: Metrics },
  registerCleanup: RegisterCleanup,
): Promise<OpenRecord> => {
  const { databaseUrl, sealAnchor, logger } = options;
  const pool = connect(databaseUrl, logger);
  registerCleanup('the connections to the database', () => pool.end());
  const { writerConnected, onLog } = watchLog(logger);
  const copy = new KnownCopy();
  const findMissing = missingIn({
    pool,
    sealAnchor,
    onFailure: (err) => logger.error({ err }, 'the newest anchored seal could not be read'),
  });
  const coreOptions = { ...options, pool, copy, openedFiles, findMissing, metrics, onLog };
  const core = await composeCore(coreOptions, registerCleanup);
  await requireWholeRecord(core.store);
  const onFailure = (err: unknown) => logger.error({ err }, 'a lease or its work failed');
  const leases = createLeases({ sessions: await openPostgresLeases(pool), onFailure });
  registerCleanup('the leases', () => leases.stop());
  const seals = await openSealTable(pool);
  // It looks for lost events before the first request, so that requests which the log has lost are not taken for new ones.
  await startSealing(options, core, seals, leases, registerCleanup);
  return { pool, copy, core, writerConnected, leases, seals };
};
