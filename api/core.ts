import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Ports } from '#/domain/policies/policy.ts';
import type { Timestamp } from '#/domain/time.ts';
import { createAccountPeriods, type AccountPeriods } from '#/ledger/account-periods.ts';
import { createDispatcher, type Dispatcher } from '#/ledger/dispatch.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler, type CommandHandler } from '#/ledger/handle-command.ts';
import { createIdempotency, type Idempotency } from '#/ledger/idempotency.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';

/** The writing side of the product: what every command goes through, whoever sends it. */
export interface Core {
  readonly store: EventStore;
  readonly handler: CommandHandler;
  readonly accounts: AccountPeriods;
  readonly dispatch: Dispatcher;
  readonly idempotent: Idempotency;
  readonly vault: Vault;
  readonly ports: Ports;
  readonly now: () => Timestamp;
}

export const createCore = (parts: {
  readonly store: EventStore;
  readonly vault: Vault;
  readonly providers: PaymentProviders;
  /** Where providers send their notices. */
  readonly webhookUrl: Ports['webhookUrl'];
  readonly idempotencySecret: Buffer;
  readonly now: () => Timestamp;
}): Core => {
  const { store, vault, providers, webhookUrl, now } = parts;
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods(handler);
  return {
    store,
    handler,
    accounts,
    dispatch: createDispatcher({ handler, accounts, now }),
    idempotent: createIdempotency({ handler, secret: parts.idempotencySecret }),
    vault,
    ports: { providers, open: vault.open, webhookUrl, now },
    now,
  };
};
