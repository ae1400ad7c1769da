import pg from 'pg';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createAnchor } from '#/adapters/anchor/anchor.ts';
import { paymentProviders } from '#/adapters/payments/registry.ts';
import { viaCep } from '#/adapters/postal-code/viacep.ts';
import { policies, reactions } from '#/domain/policies/policies.ts';
import type { FindPostalAddress } from '#/domain/ports/postal-code.ts';
import { timestamp } from '#/domain/time.ts';
import type { SealKey } from '#/ledger/audit/seal.ts';
import { openSealTable } from '#/ledger/audit/seal-table.ts';
import { startSealer } from '#/ledger/audit/sealer.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints.ts';
import { startPolicyRunner } from '#/ledger/policy-runner.ts';
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
import { createHub } from './live/hub.ts';
import type { Parts } from './parts.ts';
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
  /** Finishes what is under way and lets go, newest first. */
  readonly stop: () => Promise<void>;
}

const OPEN_AT_ONCE = 500;

const connect = (databaseUrl: string, logger: Logger): pg.Pool => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  // A broken idle connection is replaced when the next one is needed.
  pool.on('error', (error) => logger.warn({ err: error }, 'a database connection broke'));
  return pool;
};

/** The writing side over the log; the seed uses it alone, with a clock of its own. */
export const composeCore = async (
  options: Pick<Composition, keyof Places | 'secrets' | 'webhookBaseUrl' | 'sandboxUrl'> & {
    readonly pool: pg.Pool;
    readonly now?: Core['now'];
  },
): Promise<Core> => {
  const { secrets, webhookBaseUrl, sandboxUrl, pool } = options;
  const { now = () => timestamp(Temporal.Now.instant()) } = options;
  // First of all: with the wrong master key nothing else is opened.
  const vault = await createVault({ pool, masterKeys: secrets.masterKeys });
  const store = await openStore(options);
  const providers = paymentProviders({
    sandbox: {
      baseUrl: sandboxUrl,
      secretKey: secrets.sandboxSecretKey,
      webhookSecret: secrets.sandboxWebhookSecret,
    },
  });
  return createCore({
    store,
    vault,
    providers,
    webhookUrl: (providerId) => `${webhookBaseUrl}/api/webhooks/${providerId}`,
    idempotencySecret: Buffer.from(secrets.idempotencySecret),
    now,
  });
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
const startWorkers = async (core: Core, pool: pg.Pool, logger: Logger) => {
  const onFailure = (error: unknown) => logger.error({ err: error }, 'a worker failed');
  const runner = startPolicyRunner({
    store: core.store,
    dispatch: core.dispatch,
    checkpoints: await createPostgresCheckpoints(pool),
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
  return async (): Promise<void> => {
    await Promise.all([runner.stop(), readBack.stop(), releases.stop()]);
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

/** The one place where stores and adapters are made and everything is given what it works with. */
export const compose = async (options: Composition): Promise<Composed> => {
  const { databaseUrl, eventStoreUrl, secrets, publicUrl, proxies, logger } = options;
  const pool = connect(databaseUrl, logger);
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const core = await composeCore({ ...options, pool }).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const { store } = core;
  const sealer = await startSealing(options, core, pool).catch(async (refusal: unknown) => {
    await Promise.all([store.close(), pool.end()]);
    throw refusal;
  });
  const sessionSecret = secrets.sessionSecret;
  const sessions = await openSessions({ databaseUrl, secret: sessionSecret, publicUrl });
  const hub = createHub();
  const running = await startProjections({
    store,
    pool,
    projections,
    changes: hub.publish,
    onProblem: (name, error) =>
      logger.error({ projection: name, err: error }, 'a projection failed'),
  });
  const notices = createNotices({
    core,
    notices: await createNoticeStore(pool),
    paymentOf: createPaymentFinder({ pool, store, running }),
    onFailure: (error) => logger.error({ err: error }, 'a notice failed'),
  });
  const changes = hub.publish;
  const load = loadApart({ databaseUrl, eventStoreUrl });
  const rebuilds = createRebuilds({ store, pool, load, projections, running, changes, logger });
  const stopWorkers = await startWorkers(core, pool, logger);
  const erasures = startErasures(
    { core, database: pool, projections: running, hub, sessions },
    (error) => logger.error({ err: error }, 'an erasure failed'),
  );
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
      gatewayOf: () => ({
        gatewayPublicKey: secrets.sandboxPublicKey,
        tokenizerUrl: '/sandbox/card-tokens',
      }),
      sandboxPayUrl: (transactionId) => `/sandbox/payments/${transactionId}/pay`,
      logger,
      metrics,
    },
    notices,
    findPostalAddress: viaCep(options.postalCodeUrl),
    stop: async () => {
      await notices.stop();
      await Promise.all([stopWorkers(), erasures.stop()]);
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
