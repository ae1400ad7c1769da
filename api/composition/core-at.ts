import { createAcquirers } from '#/api/acquiring/accounts.ts';
import { createEncryptedCards } from '#/api/payments/cards/encrypted-card.ts';
import type { CardUses } from '#/api/payments/cards/card-uses.ts';
import type { PrivateFilesPlace } from '#/api/files/private-files.ts';
import { secretDigests, secretNames } from '#/api/files/secret-names.ts';
import { platformDefaults } from '#/api/platforms/defaults.ts';
import { createTwinPurchases } from '#/api/payments/twin-purchases.ts';
import type { TwinRows } from '#/api/payments/twin-rows.ts';
import { webhookAddress } from '#/api/webhooks/address.ts';
import type { LookUps } from '#/api/investigations/look-ups.ts';
import type { Machine } from '#/domain/ports/machine.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { RefusalStore } from '#/ledger/idempotency.ts';
import type { FindPaidByTransfer } from '#/ledger/transactions.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import { createCore, type Core, type FindMissing, type PausedUntilOf } from './core.ts';
import type { Secrets } from './secrets.ts';

/** The log, and the other stores that all processes share. */
export interface CoreStores {
  readonly store: EventStore;
  readonly vault: Vault;
  readonly credentials: Credentials;
  readonly cardUses: CardUses;
  readonly refusedPurchases: RefusalStore;
  readonly twins: TwinRows;
  readonly lookUps: LookUps;
}

export interface CoreOptions {
  readonly secrets: Pick<Secrets, 'masterKeys' | 'filesSecret' | 'idempotencySecret'>;
  readonly openedFiles: PrivateFilesPlace;
  readonly webhookBaseUrl: string;
  readonly sandbox: PaymentProvider | undefined;
  readonly open: Parameters<typeof createAcquirers>[0]['open'];
  readonly observe?: (providers: PaymentProviders) => PaymentProviders;
  readonly machine: Machine;
  /** Absent = the clock is trusted, as in a seed. */
  readonly isClockTrue?: Core['ports']['isClockTrue'];
  readonly now: Core['now'];
  /** Reads the database's clock, milliseconds since 1970. Absent = `now`. */
  readonly sharedMs?: () => Promise<number>;
  /** Absent = withdrawals are not paused, as in a seed. */
  readonly pausedUntil?: PausedUntilOf;
  readonly findMissing?: FindMissing;
  /** Absent in a seed, which has no earlier sales. */
  readonly findPaidByTransfer?: FindPaidByTransfer;
  readonly findRegistration: Core['findRegistration'];
  /** For failures outside a request. */
  readonly onFailure: (error: unknown) => void;
}

/** Builds the core from opened stores. */
export const coreAt = (stores: CoreStores, options: CoreOptions): Core => {
  const { store, vault, credentials, cardUses: uses, refusedPurchases, twins, lookUps } = stores;
  const { secrets, openedFiles, webhookBaseUrl, sandbox, open, machine, now, onFailure } = options;
  const { observe = (providers) => providers, isClockTrue = () => true } = options;
  const { pausedUntil = async () => undefined, findMissing } = options;
  const { findPaidByTransfer = async () => undefined } = options;
  const { masterKeys } = secrets;
  const secretName = secretNames(secrets.filesSecret);
  const idempotencySecret = Buffer.from(secrets.idempotencySecret);
  return createCore({
    store,
    vault,
    credentials,
    hasSandbox: sandbox !== undefined,
    cards: createEncryptedCards({ uses, masterKeys, chance: machine, now }),
    providers: observe(
      createAcquirers({
        credentials,
        sandbox,
        open,
        defaultsOf: platformDefaults({ store, credentials, machine }),
        clock: machine,
      }),
    ),
    files: openedFiles,
    secretName,
    digest: secretDigests(secrets.filesSecret),
    isClockTrue,
    webhookUrl: webhookAddress(webhookBaseUrl, secretName),
    checkoutUrl: (offerId) => `${webhookBaseUrl}/checkout/${offerId}`,
    pausedUntil,
    findPaidByTransfer,
    findRegistration: options.findRegistration,
    idempotencySecret,
    refusedPurchases,
    twins: createTwinPurchases(twins, idempotencySecret, { machine }),
    lookUps,
    ...(findMissing && { findMissing }),
    machine,
    now,
    sharedMs: options.sharedMs ?? (async () => Date.parse(now())),
    onFailure,
  });
};
