import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Reach } from '#/adapters/payments/kit/network/reach.ts';
import type { ProviderOptions } from '#/adapters/payments/kit/open-provider.ts';
import { paymentProvider } from '#/adapters/payments/registry.ts';
import { findAccessPause } from '#/api/auth/withdrawal-pause.ts';
import { openPostgresLookUps } from '#/api/investigations/postgres-look-ups.ts';
import { openRefusedPurchases } from '#/api/payments/postgres-refused-purchases.ts';
import { openPostgresTwins } from '#/api/payments/postgres-twins.ts';
import { openPostgresCardUses } from '#/api/payments/cards/postgres-card-uses.ts';
import type { Core, FindMissing } from './core.ts';
import { coreAt } from './core-at.ts';
import type { Demo } from './exposure.ts';
import type { PrivateFilesPlace } from '#/api/files/private-files.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import { observeProviders } from '#/api/operations/observed-providers.ts';
import { observeStore } from '#/api/operations/observed-store.ts';
import type { Secrets } from './secrets.ts';
import { KnownCopy, openStore, type OnStoreHealth, type StoreLocations } from './store.ts';
import { databaseClock } from '#/ledger/clock/postgres.ts';
import { watchClock } from '#/ledger/clock/watch.ts';
import { pausedUntilIn } from '#/api/withdrawals/withdrawal-pause.ts';
import { openCredentials } from '#/ledger/vault/postgres/credentials.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { paidByTransferIn } from '#/projections/provider-reference.ts';
import { findRegistration } from '#/projections/receivers/receivers-queries.ts';
import type { RegisterCleanup } from './register-cleanup.ts';

export interface CoreOptions extends StoreLocations {
  readonly secrets: Secrets;
  readonly webhookBaseUrl: string;
  readonly sandboxUrl: string | undefined;
  /** Default `none`. */
  readonly demo?: Demo;
  readonly pool: Pool;
  /** Makes all database connections lead to the same copy of the log. */
  readonly copy?: KnownCopy;
  readonly openedFiles: PrivateFilesPlace;
  /** Looks for events that the log has lost; absent in a seed. */
  readonly findMissing?: FindMissing;
  readonly now?: Core['now'];
  readonly metrics?: Metrics;
  readonly onLog?: OnStoreHealth;
  readonly logger?: Logger;
}

/** In a demo, acquirers may also have addresses of this machine. */
export const reachOf = (demo: Demo): Reach => (demo === 'none' ? 'public' : 'public-or-loopback');

type CallClock = Pick<ProviderOptions, 'now' | 'isClockTrue'>;

const openSandbox = (baseUrl: string, secrets: Secrets, clock: CallClock) => {
  const { sandboxSecretKey: secretKey, sandboxWebhookSecret: webhookSecret } = secrets;
  const account = { baseUrl, secretKey, webhookSecret };
  return paymentProvider('sandbox', account, { reach: 'public-or-loopback', ...clock });
};

/** Opens what reads and writes the log. The seed calls this with its own clock (`now`). */
export const composeCore = async (
  options: CoreOptions,
  registerCleanup: RegisterCleanup,
): Promise<Core> => {
  const { secrets, openedFiles, webhookBaseUrl, sandboxUrl, pool, metrics, onLog, logger } =
    options;
  const {
    now = () => new Date(thisMachine.wallMs()).toISOString(),
    demo = 'none',
    copy = new KnownCopy(),
  } = options;
  const { masterKeys } = secrets;
  // Called before the pool's first connection, so that every connection is checked.
  copy.follow(pool);
  // First: with a wrong master key nothing else is opened.
  const vault = await createVault({ pool, masterKeys });
  const { forget: onRewound } = vault;
  const store = await openStore(options, {
    ...(onLog && { onHealth: onLog }),
    copy,
    onRewound,
  });
  registerCleanup('the log', () => store.close());
  const lookUps = await openPostgresLookUps(pool, (err) =>
    logger?.warn({ err }, 'a look-up could not be noted'),
  );
  registerCleanup('the look-ups', lookUps.finish);
  const stores = {
    store: metrics ? observeStore(store, metrics) : store,
    vault,
    credentials: await openCredentials({ pool, masterKeys }),
    cardUses: await openPostgresCardUses(pool),
    refusedPurchases: await openRefusedPurchases(pool),
    twins: await openPostgresTwins(pool),
    lookUps,
  };
  // A seed gives its own clock (`now`), which is trusted.
  const sharedMs = options.now === undefined ? databaseClock(pool) : undefined;
  const clock =
    sharedMs !== undefined
      ? await watchClock({
          machine: thisMachine,
          sharedMs,
          onFailure: (err) => logger?.error({ err }, 'the clock cannot be relied on'),
        })
      : undefined;
  if (clock) registerCleanup('the watch over the clock', clock.stop);
  const { isTrue: isClockTrue = () => true } = clock ?? {};
  const callClock = { now: () => Date.parse(now()), isClockTrue };
  const core = coreAt(stores, {
    secrets,
    openedFiles,
    webhookBaseUrl,
    sandbox: sandboxUrl === undefined ? undefined : openSandbox(sandboxUrl, secrets, callClock),
    open: (id, account, platform) =>
      paymentProvider(id, account, { reach: reachOf(demo), platform, ...callClock }),
    ...(metrics && { observe: (providers) => observeProviders(providers, metrics, logger) }),
    machine: thisMachine,
    isClockTrue,
    now,
    ...(sharedMs && { sharedMs }),
    findRegistration: (id) => findRegistration(pool, id),
    ...(options.findMissing && { findMissing: options.findMissing }),
    // A seed creates people's passwords now, but dates their withdrawals earlier: no pause must stop these.
    ...(options.now === undefined && {
      pausedUntil: pausedUntilIn(pool, (sellerId) => findAccessPause(pool, sellerId)),
      findPaidByTransfer: paidByTransferIn(pool),
    }),
    onFailure: (err) => logger?.error({ err }, 'the state of an acquirer could not be recorded'),
  });
  registerCleanup('the record cache', core.records.stop);
  return core;
};
