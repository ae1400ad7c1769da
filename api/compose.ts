import pg from 'pg';
import type { Logger } from 'pino';
import { createAnchor } from '#/adapters/anchor/anchor.ts';
import { paymentProviders } from '#/adapters/payments/registry.ts';
import { viaCep } from '#/adapters/postal-code/viacep.ts';
import { policies, reactions } from '#/domain/policies/policies.ts';
import type { FindPostalAddress } from '#/domain/ports/postal-code.ts';
import { timestamp } from '#/domain/time.ts';
import { openSealTable } from '#/ledger/audit/seal-table.ts';
import type { SealKey } from '#/ledger/audit/seal.ts';
import { startSealer, type Sealer } from '#/ledger/audit/sealer.ts';
import { createPostgresCheckpoints, type Checkpoints } from '#/ledger/checkpoints.ts';
import { startPolicyRunner } from '#/ledger/policy-runner.ts';
import type { StoreHealth } from '#/ledger/stores/postgres/session.ts';
import { createVault } from '#/ledger/vault/personal-data.ts';
import { openPayments } from '#/projections/provider-reference.ts';
import { openRefunds } from '#/projections/refunds.ts';
import { projections } from '#/projections/registry.ts';
import { startProjections } from '#/projections/runner.ts';
import { balancesDue } from '#/projections/seller-balance.ts';
import { openWithdrawals } from '#/projections/withdrawals.ts';
import { createRebuilds, loadApart } from './admin/rebuilds.ts';
import { createCallers } from './auth/callers.ts';
import { openSessions } from './auth/sessions.ts';
import { createCore, type Core } from './core.ts';
import type { Health } from './health.ts';
import { createHub } from './live/hub.ts';
import { createMetrics, exposeMetrics, type Metrics, type Observed } from './metrics.ts';
import { observeProviders } from './observed-providers.ts';
import { observeStore } from './observed-store.ts';
import type { Parts } from './parts.ts';
import { attentionChecks, readinessChecks } from './readiness.ts';
import { createRequestLimits, type RequestLimits } from './request-limits.ts';
import type { Secrets } from './secrets.ts';
import { openStore, type Places } from './store.ts';
import { createPaymentFinder } from './webhooks/find-payment.ts';
import { createNoticeStore } from './webhooks/notice-store.ts';
import { createNotices, type Notices } from './webhooks/notices.ts';
import { startErasures } from './workers/due-erasures.ts';
import { startReadBack, type Open } from './workers/read-back.ts';
import { startReleases } from './workers/release-due.ts';

export interface Composition extends Places {
  readonly secrets: Secrets;
  readonly sealKey: SealKey;
  /** Where every seal is told, outside of this database; see `adapters/anchor`. */
  readonly sealAnchor: string | undefined;
  /** Where the world reaches us, without a slash at the end. */
  readonly publicUrl: string;
  /** Where providers reach us; the same unless they are on this machine. */
  readonly webhookBaseUrl: string;
  readonly sandboxUrl: string;
  readonly postalCodeUrl: string;
  readonly proxies: number;
  readonly limits: RequestLimits;
  readonly logger: Logger;
}

export interface Composed {
  readonly parts: Parts;
  readonly notices: Notices;
  readonly findPostalAddress: FindPostalAddress;
  readonly health: Pick<Health, 'checks' | 'attention' | 'metrics'>;
  /** From now on `/readyz` says that no more traffic should come here. */
  readonly drain: () => void;
  /** Finishes what is under way and lets go, newest first. */
  readonly stop: () => Promise<void>;
}

const OPEN_AT_ONCE = 500;

const connect = (databaseUrl: string, logger: Logger): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 20,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  // A broken idle connection is replaced when the next one is needed.
  pool.on('error', (error) => logger.warn({ err: error }, 'a database connection broke'));
  return pool;
};

/** The writing side over the log; the seed uses it alone, with a clock of its own. */
export const composeCore = async (
  options: Pick<Composition, keyof Places | 'secrets' | 'webhookBaseUrl' | 'sandboxUrl'> & {
    readonly pool: pg.Pool;
    readonly now?: Core['now'];
    readonly metrics?: Metrics;
    readonly onLog?: (health: StoreHealth) => void;
  },
): Promise<Core> => {
  const { secrets, webhookBaseUrl, sandboxUrl, pool, metrics, onLog } = options;
  const { now = () => timestamp(Temporal.Now.instant()) } = options;
  // First of all: with the wrong master key nothing else is opened.
  const vault = await createVault({ pool, masterKeys: secrets.masterKeys });
  const store = await openStore(options, onLog);
  const providers = paymentProviders({
    sandbox: {
      baseUrl: sandboxUrl,
      secretKey: secrets.sandboxSecretKey,
      webhookSecret: secrets.sandboxWebhookSecret,
    },
  });
  return createCore({
    store: metrics ? observeStore(store, metrics) : store,
    vault,
    providers: metrics ? observeProviders(providers, metrics) : providers,
    webhookUrl: (providerId) => `${webhookBaseUrl}/api/webhooks/${providerId}`,
    idempotencySecret: Buffer.from(secrets.idempotencySecret),
    now,
  });
};

/** Makes every table that is not derived, as a start does; for whoever fills them without starting. */
export const createSchemas = async (
  options: Pick<Composition, 'databaseUrl' | 'secrets'>,
): Promise<void> => {
  const { databaseUrl, secrets } = options;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const store = await openStore({ databaseUrl });
    await store.close();
    await createVault({ pool, masterKeys: secrets.masterKeys });
    await openSealTable(pool);
    await createPostgresCheckpoints(pool);
    await createNoticeStore(pool);
    const sessions = { databaseUrl, secret: secrets.sessionSecret, publicUrl: 'http://localhost' };
    await (await openSessions(sessions)).close();
  } finally {
    await pool.end();
  }
};

const openOutcomes = (pool: pg.Pool, now: Core['now']) => async (): Promise<readonly Open[]> => {
  const requestedBefore = now();
  const limit = OPEN_AT_ONCE;
  const [payments, refunds, withdrawals] = await Promise.all([
    openPayments(pool, { now: requestedBefore, limit }),
    openRefunds(pool, { requestedBefore, limit }),
    openWithdrawals(pool, { requestedBefore, limit }),
  ]);
  return [
    ...payments.map(({ paymentId: id, submission, expiresAt }): Open => {
      const isOver = expiresAt !== null && expiresAt < requestedBefore;
      return { kind: 'payment', id, isUnanswered: submission !== 'ANSWERED' || isOver };
    }),
    ...refunds.map(({ refundId: id }): Open => ({ kind: 'refund', id, isUnanswered: true })),
    ...withdrawals.map(({ withdrawalId: id, providerWithdrawId }): Open => ({
      kind: 'withdrawal',
      id,
      isUnanswered: providerWithdrawId === null,
    })),
  ];
};

/** Everything that runs beside the requests: policies, read-backs, releases. */
const startWorkers = (core: Core, pool: pg.Pool, checkpoints: Checkpoints, logger: Logger) => {
  const onFailure = (error: unknown) => logger.error({ err: error }, 'a worker failed');
  const runner = startPolicyRunner({
    store: core.store,
    dispatch: core.dispatch,
    checkpoints,
    ports: core.ports,
    policies,
    reactions,
    onFailure: ({ policy, error }) => logger.error({ policy, err: error }, 'a policy failed'),
  });
  const readBack = startReadBack({ core, open: openOutcomes(pool, core.now), onFailure });
  const releases = startReleases({
    accounts: core.accounts,
    now: core.now,
    due: async (through) => {
      const balances = await balancesDue(pool, through);
      return balances.map(({ platformId, sellerId: receiverId }) => ({ platformId, receiverId }));
    },
    onFailure,
  });
  return {
    policies: runner,
    stop: async (): Promise<void> => {
      await Promise.all([runner.stop(), readBack.stop(), releases.stop()]);
    },
  };
};

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

/** Where a browser finds the sandbox. */
const sandboxParts = (secrets: Secrets): Pick<Parts, 'gatewayOf' | 'sandboxPayUrl'> => ({
  gatewayOf: () => ({
    gatewayPublicKey: secrets.sandboxPublicKey,
    tokenizerUrl: '/sandbox/card-tokens',
  }),
  sandboxPayUrl: (transactionId) => `/sandbox/payments/${transactionId}/pay`,
});

/** What is seen from outside, and the word that no more traffic should come. */
const watchOver = (seen: Observed, metrics: Metrics): Pick<Composed, 'health' | 'drain'> => {
  let draining = false;
  return {
    health: {
      checks: readinessChecks({ ...seen, isDraining: () => draining }),
      attention: attentionChecks(seen.checkpoints),
      metrics: exposeMetrics(metrics, seen),
    },
    drain: () => {
      draining = true;
    },
  };
};

/** Seals the log, when no other process does. @throws WrongSealKey, SealsDisagree */
const startSealing = (
  { sealKey, sealAnchor, logger }: Composition,
  { store, now }: Core,
  pool: pg.Pool,
) => {
  const keep = sealAnchor === undefined ? undefined : createAnchor(sealAnchor);
  return startSealer({
    store,
    pool,
    key: sealKey,
    now,
    onFailure: (error) => logger.error({ err: error }, 'the log could not be sealed'),
    anchor: keep && ((seal, hash) => keep(`${JSON.stringify({ hash, ...seal })}\n`)),
  });
};

const failedProjection =
  (logger: Logger) =>
  (projection: string | null, err: unknown): void =>
    logger.error({ projection, err }, 'a projection failed');

/** The writing side and its sealer; when one refuses to start, nothing stays open. */
const openRecord = async (
  options: Composition & Parameters<typeof composeCore>[0],
): Promise<{ readonly core: Core; readonly sealer: Sealer }> => {
  const { pool } = options;
  const core = await composeCore(options).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const sealer = await startSealing(options, core, pool).catch(async (refusal: unknown) => {
    await Promise.all([core.store.close(), pool.end()]);
    throw refusal;
  });
  return { core, sealer };
};

/** The one place where stores and adapters are made and everything is given what it works with. */
export const compose = async (options: Composition): Promise<Composed> => {
  const { databaseUrl, eventStoreUrl, secrets, publicUrl, proxies, logger } = options;
  const pool = connect(databaseUrl, logger);
  const metrics = createMetrics();
  const log = watchLog(logger);
  const { core, sealer } = await openRecord({ ...options, pool, metrics, onLog: log.onHealth });
  const { store } = core;
  const sessions = await openSessions({ databaseUrl, secret: secrets.sessionSecret, publicUrl });
  const hub = createHub();
  const changes = hub.publish;
  const onProblem = failedProjection(logger);
  const running = await startProjections({ store, pool, projections, changes, onProblem });
  const notices = createNotices({
    core,
    notices: await createNoticeStore(pool),
    paymentOf: createPaymentFinder({ pool, store, running }),
    onFailure: (err) => logger.error({ err }, 'a notice failed'),
  });
  const load = loadApart({ databaseUrl, eventStoreUrl });
  const rebuilds = createRebuilds({ store, pool, load, projections, running, logger });
  const checkpoints = await createPostgresCheckpoints(pool);
  const workers = startWorkers(core, pool, checkpoints, logger);
  const erasures = startErasures(
    { core, database: pool, projections: running, hub, sessions },
    (error) => logger.error({ err: error }, 'an erasure failed'),
  );
  const { policies: runner } = workers;
  const { writerConnected } = log;
  const seen = {
    store,
    pool,
    projections: running,
    policies: runner,
    checkpoints,
    writerConnected,
  };
  return {
    parts: {
      core,
      database: pool,
      projections: running,
      rebuilds,
      seals: await openSealTable(pool),
      hub,
      sessions,
      callers: createCallers({ sessions, handler: core.handler }),
      limit: createRequestLimits(options.limits),
      publicUrl,
      proxies,
      notices,
      ...sandboxParts(secrets),
      logger,
      metrics,
    },
    notices,
    findPostalAddress: viaCep(options.postalCodeUrl),
    ...watchOver(seen, metrics),
    stop: async () => {
      await notices.stop();
      await Promise.all([workers.stop(), erasures.stop()]);
      await sealer.stop();
      await rebuilds.stop();
      await running.stop();
      hub.close();
      await sessions.close();
      await store.close();
      await pool.end();
    },
  };
};
