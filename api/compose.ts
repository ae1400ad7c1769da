import pg from 'pg';
import type { Logger } from 'pino';
import { createAnchor } from '#/adapters/anchor/anchor.ts';
import { accountFrom, acquirerOffers } from '#/adapters/payments/catalogue.ts';
import { paymentProvider } from '#/adapters/payments/registry.ts';
import { openDiskStorage } from '#/adapters/storage/disk.ts';
import { openS3Storage, type S3Settings } from '#/adapters/storage/s3.ts';
import { viaCep } from '#/adapters/postal-code/viacep.ts';
import type { CheckedFileStorage, FileStorage } from '#/domain/ports/file-storage.ts';
import type { FindPostalAddress } from '#/domain/ports/postal-code.ts';
import { timestamp } from '#/domain/time.ts';
import { openSealTable } from '#/ledger/audit/seal-table.ts';
import type { SealKey } from '#/ledger/audit/seal.ts';
import { startSealer, type Sealer } from '#/ledger/audit/sealer.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints.ts';
import { openLeases, type Lead, type Leases } from '#/ledger/leases.ts';
import type { StoreHealth } from '#/ledger/stores/postgres/session.ts';
import { openCredentials } from '#/ledger/vault/credentials.ts';
import { createVault } from '#/ledger/vault/personal-data.ts';
import { projections } from '#/projections/registry.ts';
import { startProjections } from '#/projections/runner.ts';
import { createAcquirers } from './acquiring/accounts.ts';
import { createCallers } from './auth/callers.ts';
import { openSessions } from './auth/sessions.ts';
import { createCardBundles } from './checkout/card-bundle.ts';
import { createCore, type Core } from './core.ts';
import { secretNames } from './files/secret-names.ts';
import type { ServedFiles } from './files/routes.ts';
import type { Demo } from './exposure.ts';
import type { Health } from './health.ts';
import { createHub } from './live/hub.ts';
import { createMetrics, exposeMetrics, type Metrics, type Observed } from './metrics.ts';
import { observeProviders } from './observed-providers.ts';
import { observeStore } from './observed-store.ts';
import type { Parts } from './parts.ts';
import { attentionChecks, readinessChecks } from './readiness.ts';
import { createReplicas, type ReplicasOptions } from './replicas.ts';
import { createRequestLimits, type RequestLimits } from './request-limits.ts';
import type { Secrets } from './secrets.ts';
import { openStore, type Places } from './store.ts';
import { createPaymentFinder } from './webhooks/find-payment.ts';
import { createNoticeStore } from './webhooks/notice-store.ts';
import { createNotices, type Notices } from './webhooks/notices.ts';
import { startWorkers } from './workers/workers.ts';

/** Where uploads lie: at an S3-compatible service, else in a folder of this machine. */
export interface FilesPlace {
  readonly folder: string;
  readonly s3?: S3Settings | undefined;
}

interface OpenFiles {
  readonly storage: CheckedFileStorage;
  /** Those of the folder, which are sent and taken here. */
  readonly served: ServedFiles | undefined;
}

export interface Composition extends Places {
  readonly files: FilesPlace;
  /** Streaming copies of that Postgres, which answer reads in turn. */
  readonly replicaUrls: readonly string[];
  readonly secrets: Secrets;
  readonly sealKey: SealKey;
  /** Where every seal is told, outside of this database; see `adapters/anchor`. */
  readonly sealAnchor: string | undefined;
  /** Where the world reaches us, without a slash at the end. */
  readonly publicUrl: string;
  /** Where providers reach us; the same unless they are on this machine. */
  readonly webhookBaseUrl: string;
  readonly demo: Demo;
  /** Where the sandbox acquirer listens; undefined = there is none. */
  readonly sandboxUrl: string | undefined;
  readonly postalCodeUrl: string;
  readonly proxies: number;
  readonly limits: RequestLimits;
  readonly logger: Logger;
}

export interface Composed {
  readonly parts: Parts;
  readonly notices: Notices;
  readonly findPostalAddress: FindPostalAddress;
  readonly servedFiles: ServedFiles | undefined;
  readonly health: Pick<Health, 'checks' | 'attention' | 'metrics'>;
  /** From now on `/readyz` says that no more traffic should come here. */
  readonly drain: () => void;
  /** Finishes what is under way and lets go, newest first. */
  readonly stop: () => Promise<void>;
}

const connect = (databaseUrl: string, logger: Logger): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 20,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  // A broken idle connection is replaced when the next one is needed.
  pool.on('error', (error) => logger.warn({ err: error }, 'a database connection broke'));
  // One that breaks while it is lent out, between two queries, would end the process; its borrower notices by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** @param baseUrl where files of the folder are reached */
export const openFiles = async (
  { folder, s3 }: FilesPlace,
  baseUrl: string,
  { filesSecret: secret }: Secrets,
): Promise<OpenFiles> => {
  if (s3) return { storage: openS3Storage(s3), served: undefined };
  const storage = await openDiskStorage({ folder, baseUrl, secret });
  return { storage, served: storage };
};

/** The writing side over the log; the seed uses it alone, with a clock of its own. */
export const composeCore = async (
  options: Pick<Composition, keyof Places | 'secrets' | 'webhookBaseUrl' | 'sandboxUrl'> & {
    readonly pool: pg.Pool;
    readonly storage: FileStorage;
    readonly now?: Core['now'];
    readonly metrics?: Metrics;
    readonly onLog?: (health: StoreHealth) => void;
    readonly logger?: Logger;
  },
): Promise<Core> => {
  const { secrets, storage, webhookBaseUrl, sandboxUrl, pool, metrics, onLog, logger } = options;
  const { now = () => timestamp(Temporal.Now.instant()) } = options;
  // First of all: with the wrong master key nothing else is opened.
  const vault = await createVault({ pool, masterKeys: secrets.masterKeys });
  const store = await openStore(options, onLog);
  const credentials = await openCredentials({ pool, masterKeys: secrets.masterKeys });
  const providers = createAcquirers({
    credentials,
    sandbox:
      sandboxUrl === undefined
        ? undefined
        : paymentProvider('sandbox', {
            baseUrl: sandboxUrl,
            secretKey: secrets.sandboxSecretKey,
            webhookSecret: secrets.sandboxWebhookSecret,
          }),
    open: paymentProvider,
  });
  return createCore({
    store: metrics ? observeStore(store, metrics) : store,
    vault,
    credentials,
    hasSandbox: sandboxUrl !== undefined,
    cards: await createCardBundles({ pool, masterKeys: secrets.masterKeys, now }),
    providers: metrics ? observeProviders(providers, metrics) : providers,
    files: storage,
    secretName: secretNames(secrets.filesSecret),
    webhookUrl: (providerId, platformId) =>
      `${webhookBaseUrl}/api/webhooks/${providerId}/${platformId}`,
    idempotencySecret: Buffer.from(secrets.idempotencySecret),
    now,
    onFailure: (err) => logger?.error({ err }, 'an acquirer could not step aside'),
  });
};

const openWorkLeases = (pool: pg.Pool, logger: Logger): Promise<Leases> =>
  openLeases({ pool, onFailure: (err) => logger.error({ err }, 'a lease or its work failed') });

/** Whether this process can write to the log, as the store last said. */
const watchLog = (logger: Logger) => {
  let connected = false;
  return {
    writerConnected: () => connected,
    onHealth: ({ part, state, cause }: StoreHealth): void => {
      if (part === 'writer') connected = state === 'connected';
      if (state === 'lost') logger.warn({ part, err: cause }, 'a connection to the log was lost');
    },
  };
};

/** What this start is, what acquirers there are, and where a browser finds the sandbox. */
const startParts = ({ secrets, sandboxUrl, publicUrl, proxies, demo, logger }: Composition) => ({
  publicUrl,
  proxies,
  demo,
  logger,
  acquirers: {
    offers: acquirerOffers().filter(({ id }) => id !== 'sandbox' || sandboxUrl !== undefined),
    accountFrom,
  },
  gatewayOf: (providerId: string) =>
    providerId === 'sandbox'
      ? { gatewayPublicKey: secrets.sandboxPublicKey, tokenizerUrl: '/sandbox/card-tokens' }
      : { gatewayPublicKey: '', tokenizerUrl: null },
  sandboxPayUrl: (transactionId: string) => `/sandbox/payments/${transactionId}/pay`,
});

/** What is seen from outside, and the word that no more traffic should come. */
const watchOver = (seen: Observed, metrics: Metrics): Pick<Composed, 'health' | 'drain'> => {
  let draining = false;
  return {
    health: {
      checks: readinessChecks({ ...seen, isDraining: () => draining }),
      attention: attentionChecks(seen),
      metrics: exposeMetrics(metrics, seen),
    },
    drain: () => {
      draining = true;
    },
  };
};

/** Seals the log, when it is this process's turn. @throws WrongSealKey, SealsDisagree */
const startSealing = (
  { sealKey, sealAnchor, logger }: Composition,
  { store, now }: Core,
  pool: pg.Pool,
  lead: Lead,
) => {
  const keep = sealAnchor === undefined ? undefined : createAnchor(sealAnchor);
  return startSealer({
    store,
    pool,
    key: sealKey,
    now,
    lead,
    onFailure: (error) => logger.error({ err: error }, 'the log could not be sealed'),
    anchor: keep && ((seal, hash) => keep(`${JSON.stringify({ hash, ...seal })}\n`)),
  });
};

const failedProjection =
  (logger: Logger) =>
  (projection: string | null, err: unknown): void =>
    logger.error({ projection, err }, 'a projection failed');

/** The writing side, what keeps processes apart, and the sealer; when one refuses to start, nothing stays open. */
const openRecord = async (
  options: Composition & Parameters<typeof composeCore>[0],
): Promise<{ readonly core: Core; readonly leases: Leases; readonly sealer: Sealer }> => {
  const { pool, logger } = options;
  const core = await composeCore(options).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const leases = await openWorkLeases(pool, logger);
  const lead = leases.of('sealer');
  const sealer = await startSealing(options, core, pool, lead).catch(async (refusal: unknown) => {
    await leases.stop();
    await Promise.all([core.store.close(), pool.end()]);
    throw refusal;
  });
  return { core, leases, sealer };
};

const openReplicas = (
  { replicaUrls: urls, logger }: Composition,
  beside: Omit<ReplicasOptions, 'urls' | 'logger'>,
) => createReplicas({ urls, logger, ...beside });

const openNotices = async (
  core: Core,
  reading: Parameters<typeof createPaymentFinder>[0],
  logger: Logger,
): Promise<Notices> =>
  createNotices({
    core,
    notices: await createNoticeStore(reading.pool),
    paymentOf: createPaymentFinder(reading),
    onFailure: (err) => logger.error({ err }, 'a notice failed'),
  });

/** The one place where stores and adapters are made and everything is given what it works with. */
export const compose = async (options: Composition): Promise<Composed> => {
  const { databaseUrl, secrets, publicUrl, logger } = options;
  // First, for it may refuse to start and leaves nothing open.
  const { storage, served: servedFiles } = await openFiles(options.files, publicUrl, secrets);
  const pool = connect(databaseUrl, logger);
  const metrics = createMetrics();
  const log = watchLog(logger);
  const opening = { ...options, storage, pool, metrics, onLog: log.onHealth };
  const { core, leases, sealer } = await openRecord(opening);
  const { store } = core;
  const sessions = await openSessions(options);
  const hub = createHub();
  const following = { changes: hub.publish, onProblem: failedProjection(logger) };
  const lead = leases.of('projections');
  const running = await startProjections({ store, pool, projections, ...following, lead });
  const replicas = openReplicas(options, { primary: pool, projections: running, metrics });
  const notices = await openNotices(core, { pool, store, running }, logger);
  const checkpoints = await createPostgresCheckpoints(pool);
  const working = { core, pool, projections: running, hub, sessions, checkpoints, logger };
  const workers = startWorkers(working, leases.of('policies'));
  const seen = {
    store,
    pool,
    replicas,
    projections: running,
    policies: workers.policies,
    checkpoints,
    seals: await openSealTable(pool),
    writerConnected: log.writerConnected,
    files: storage,
  };
  return {
    parts: {
      core,
      database: pool,
      replicas,
      projections: running,
      seals: seen.seals,
      files: storage,
      hub,
      sessions,
      callers: createCallers({ sessions, handler: core.handler }),
      limit: createRequestLimits(options.limits),
      notices,
      ...startParts(options),
      metrics,
    },
    notices,
    findPostalAddress: viaCep(options.postalCodeUrl),
    servedFiles,
    ...watchOver(seen, metrics),
    stop: async () => {
      await notices.stop();
      await workers.stop();
      await sealer.stop();
      await running.stop();
      await leases.stop();
      hub.close();
      await sessions.close();
      await store.close();
      await Promise.all([replicas.stop(), pool.end()]);
    },
  };
};
