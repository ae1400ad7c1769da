import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Reach } from '#/adapters/payments/kit/network/reach.ts';
import { paymentProvider } from '#/adapters/payments/registry.ts';
import { createAcquirers } from '#/api/acquiring/accounts.ts';
import { openRefusedPurchases } from '#/api/payments/refused-purchases.ts';
import { createTwinPurchases } from '#/api/payments/twin-purchases.ts';
import { openPostgresTwins } from '#/api/payments/twin-rows.ts';
import { createCardBundles } from '#/api/cards/card-bundle.ts';
import { openPostgresCardUses } from '#/api/cards/card-uses.ts';
import { createCore, type Core } from './core.ts';
import type { Demo } from './exposure.ts';
import type { PrivateFilesPlace } from '#/api/files/private-files.ts';
import { secretNames } from '#/api/files/secret-names.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import { observeProviders } from '#/api/operations/observed-providers.ts';
import { observeStore } from '#/api/operations/observed-store.ts';
import type { Secrets } from './secrets.ts';
import { openStore, type OnStoreHealth, type StoreLocations } from './store.ts';
import { webhookAddress } from '#/api/webhooks/address.ts';
import { openCredentials } from '#/ledger/vault/credentials.ts';
import { createVault } from '#/ledger/vault/personal-data.ts';
import type { Own } from './own.ts';

export interface CoreOptions extends StoreLocations {
  readonly secrets: Secrets;
  /** Address at which providers reach us. */
  readonly webhookBaseUrl: string;
  /** Address of the sandbox acquirer; undefined = there is none. */
  readonly sandboxUrl: string | undefined;
  /** Whether this start has the demo (default `none`). */
  readonly demo?: Demo;
  readonly pool: Pool;
  readonly openedFiles: PrivateFilesPlace;
  readonly now?: Core['now'];
  readonly metrics?: Metrics;
  readonly onLog?: OnStoreHealth;
  readonly logger?: Logger;
}

/** Returns the addresses that acquirers may have: public ones, and in a demo also this machine's. */
export const reachOf = (demo: Demo): Reach => (demo === 'none' ? 'public' : 'public-or-loopback');

/** Connects our acquirer simulator, which always runs on this machine. */
const openSandbox = (baseUrl: string, secrets: Secrets, now: () => number) => {
  const { sandboxSecretKey: secretKey, sandboxWebhookSecret: webhookSecret } = secrets;
  const account = { baseUrl, secretKey, webhookSecret };
  return paymentProvider('sandbox', account, { reach: 'public-or-loopback', now });
};

/** Composes the writing side and opens the log; the seed uses it alone, with its own clock. */
export const composeCore = async (options: CoreOptions, own: Own): Promise<Core> => {
  const { secrets, openedFiles, webhookBaseUrl, sandboxUrl, pool, metrics, onLog, logger } =
    options;
  const { now = () => new Date().toISOString(), demo = 'none' } = options;
  // First: with a wrong master key nothing else is opened.
  const vault = await createVault({ pool, masterKeys: secrets.masterKeys });
  const store = await openStore(options, onLog);
  own('the log', () => store.close());
  const credentials = await openCredentials({ pool, masterKeys: secrets.masterKeys });
  const secretName = secretNames(secrets.filesSecret);
  // The deadlines of recorded calls are told by the same clock.
  const nowMs = (): number => Date.parse(now());
  const providers = createAcquirers({
    credentials,
    sandbox: sandboxUrl === undefined ? undefined : openSandbox(sandboxUrl, secrets, nowMs),
    open: (id, account) => paymentProvider(id, account, { reach: reachOf(demo), now: nowMs }),
  });
  const idempotencySecret = Buffer.from(secrets.idempotencySecret);
  const core = createCore({
    store: metrics ? observeStore(store, metrics) : store,
    vault,
    credentials,
    hasSandbox: sandboxUrl !== undefined,
    cards: createCardBundles({
      uses: await openPostgresCardUses(pool),
      masterKeys: secrets.masterKeys,
      now,
    }),
    providers: metrics ? observeProviders(providers, metrics, logger) : providers,
    files: openedFiles,
    secretName,
    webhookUrl: webhookAddress(webhookBaseUrl, secretName),
    checkoutUrl: (offerId) => `${webhookBaseUrl}/checkout/${offerId}`,
    idempotencySecret,
    refusedPurchases: await openRefusedPurchases(pool),
    twins: createTwinPurchases(await openPostgresTwins(pool), idempotencySecret),
    now,
    onFailure: (err) => logger?.error({ err }, 'an acquirer could not step aside'),
  });
  own('the record cache', core.records.stop);
  return core;
};
