import type { FileStorage } from '#/domain/ports/file-storage.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Ports } from '#/domain/policies/policy.ts';
import type { Timestamp } from '#/domain/time.ts';
import { createAccountPeriods, type AccountPeriods } from '#/ledger/account-periods.ts';
import { createDispatcher, type Dispatcher } from '#/ledger/dispatch.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler, type CommandHandler } from '#/ledger/handle-command.ts';
import { createIdempotency, type Idempotency } from '#/ledger/idempotency.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import {
  createCircumstances,
  createStandings,
  type Circumstances,
  type Standings,
} from './acquiring/circumstances.ts';
import { watchHealth, type AcquirerHealth } from './acquiring/health.ts';
import type { CardBundles } from './checkout/card-bundle.ts';
import { platformSettings } from './platform-settings.ts';
import { remember } from './remember.ts';

/** How long changed limits may go unnoticed. */
const SETTINGS_MS = 5_000;
import { outside } from './request-patience.ts';

/** The writing side of the product: what every command goes through, whoever sends it. */
export interface Core {
  readonly store: EventStore;
  readonly handler: CommandHandler;
  readonly accounts: AccountPeriods;
  readonly dispatch: Dispatcher;
  readonly idempotent: Idempotency;
  readonly vault: Vault;
  /** The platforms' accounts with others. */
  readonly credentials: Credentials;
  readonly cards: CardBundles;
  readonly files: FileStorage;
  readonly ports: Ports;
  readonly circumstances: Circumstances;
  readonly acquirerHealth: Pick<AcquirerHealth, 'seen'>;
  readonly standings: Standings;
  readonly now: () => Timestamp;
}

export const createCore = (parts: {
  readonly store: EventStore;
  readonly vault: Vault;
  readonly credentials: Credentials;
  readonly cards: CardBundles;
  readonly providers: PaymentProviders;
  readonly files: FileStorage;
  readonly secretName: Ports['secretName'];
  /** Where providers send their notices. */
  readonly webhookUrl: Ports['webhookUrl'];
  readonly idempotencySecret: Buffer;
  readonly now: () => Timestamp;
  /** What goes wrong beside a call. */
  readonly onFailure: (error: unknown) => void;
}): Core => {
  const { store, vault, credentials, cards, files, secretName, webhookUrl, now, onFailure } = parts;
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods(handler);
  const settings = remember((platformId) => platformSettings(handler, platformId), {
    forMs: SETTINGS_MS,
  });
  const limitsOf = async (platformId: string) => (await settings.get(platformId)).stepAside;
  const standings = createStandings(handler);
  const acquirerHealth = watchHealth({
    providers: parts.providers,
    handler,
    standings,
    limitsOf,
    now,
    onFailure,
  });
  const { providers } = acquirerHealth;
  return {
    store,
    handler,
    accounts,
    dispatch: createDispatcher({ handler, accounts, now }),
    idempotent: createIdempotency({ handler, secret: parts.idempotencySecret }),
    vault,
    credentials,
    cards,
    files,
    circumstances: createCircumstances({ providers, standings, now }),
    acquirerHealth,
    standings,
    // A buyer's patience is for us, not for the storage: giving up would forget a charge that is made.
    ports: {
      providers,
      files: { ...files, put: (...file) => outside(() => files.put(...file)) },
      secretName,
      open: vault.open,
      webhookUrl,
      now,
    },
    now,
  };
};
