import type pg from 'pg';
import type { Logger } from 'pino';
import { paymentProvider } from '#/adapters/payments/registry.ts';
import { findAccessPause } from '#/api/auth/withdrawal-pause.ts';
import { createEncryptedCards } from '#/api/payments/cards/encrypted-card.ts';
import { openPostgresCardUses } from '#/api/payments/cards/postgres-card-uses.ts';
import { openRefusedPurchases } from '#/api/payments/postgres-refused-purchases.ts';
import { platformDefaults } from '#/api/platforms/defaults.ts';
import { createMemoryLookUps } from '#/api/investigations/look-ups.ts';
import { createTwinPurchases } from '#/api/payments/twin-purchases.ts';
import { openPostgresTwins } from '#/api/payments/postgres-twins.ts';
import { reachOf } from '#/api/composition/compose-core.ts';
import type { Demo } from '#/api/composition/exposure.ts';
import { createCore, type Core } from '#/api/composition/core.ts';
import type { PrivateFilesPlace } from '#/api/files/private-files.ts';
import { secretDigests, secretNames } from '#/api/files/secret-names.ts';
import { createAcquirers } from '#/api/acquiring/accounts.ts';
import { pausedUntilIn } from '#/api/withdrawals/withdrawal-pause.ts';
import { webhookAddress } from '#/api/webhooks/address.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import { timestamp, type Timestamp } from '#/domain/values/time.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { paidByTransferIn } from '#/projections/provider-reference.ts';
import { findRegistration } from '#/projections/receivers/receivers-queries.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { openCredentials } from '#/ledger/vault/postgres/credentials.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';

export const unreachable = 'http://127.0.0.1:9';

const sandboxAccount = { baseUrl: unreachable, secretKey: 'sk', webhookSecret: 'whsec' };

/** Creates a test's core. Its sandbox does not answer; a test that needs answers gives `providers`. */
export const coreAt = async (
  url: string,
  dependencies: {
    readonly pool: pg.Pool;
    readonly store: EventStore;
    readonly files: PrivateFilesPlace;
    readonly logger: Logger;
    readonly providers: PaymentProviders | undefined;
    readonly demo: Demo;
    /** Instead of this machine's time. */
    readonly now?: (() => Timestamp) | undefined;
  },
): Promise<Core> => {
  const { pool, store, files, logger, providers, demo } = dependencies;
  const masterKeys = [{ id: 'test', bytes: Buffer.alloc(32, 7) }] as const;
  const credentials = await openCredentials({ pool, masterKeys });
  const { now = () => timestamp(Temporal.Now.instant()) } = dependencies;
  const secretName = secretNames('a secret');
  return createCore({
    store,
    vault: await createVault({ pool, masterKeys }),
    credentials,
    hasSandbox: true,
    cards: createEncryptedCards({
      uses: await openPostgresCardUses(pool),
      masterKeys,
      chance: thisMachine,
      now,
    }),
    providers:
      providers ??
      createAcquirers({
        credentials,
        sandbox: paymentProvider('sandbox', sandboxAccount),
        open: (id, account, platform) =>
          paymentProvider(id, account, { reach: reachOf(demo), platform }),
        defaultsOf: platformDefaults({ store, credentials, machine: thisMachine }),
      }),
    files,
    secretName,
    digest: secretDigests('a secret'),
    isClockTrue: () => true,
    sharedMs: async () => Date.parse(now()),
    webhookUrl: webhookAddress(url, secretName),
    checkoutUrl: (offerId) => `${url}/checkout/${offerId}`,
    pausedUntil: pausedUntilIn(pool, (sellerId) => findAccessPause(pool, sellerId)),
    findPaidByTransfer: paidByTransferIn(pool),
    findRegistration: (id) => findRegistration(pool, id),
    idempotencySecret: Buffer.alloc(32, 8),
    refusedPurchases: await openRefusedPurchases(pool),
    twins: createTwinPurchases(await openPostgresTwins(pool), Buffer.alloc(32, 8)),
    lookUps: createMemoryLookUps(),
    machine: thisMachine,
    now,
    onFailure: (err) => logger.error({ err }, 'the state of an acquirer could not be recorded'),
  });
};
