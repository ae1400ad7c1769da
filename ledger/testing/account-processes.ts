import { randomUUID } from 'node:crypto';
import type { AccountCommand } from '#/domain/account/commands.ts';
import { accountStream } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import type { Month, Timestamp } from '#/domain/values/time.ts';
import { createAccountPeriods } from '#/ledger/accounts/periods.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';

export const owner = { platformId: 'demo', sellerId: 'seller-1' };

/** A process that books sales in a log. */
export const processOver = (store: EventStore) => {
  const handler = createCommandHandler({ store });
  return { handler, accounts: createAccountPeriods({ handler, store }) };
};

/** A command, with its context, that books a sale of R$ 10,00, all for the seller. */
export const request = (paymentId: string, now: Timestamp) => {
  const command: AccountCommand = {
    type: 'BookReceivables',
    currency: 'BRL',
    ...owner,
    paymentId,
    parts: { net: cents(1_000), fee: cents(0), interest: cents(0) },
    receivables: [
      { installment: 1, amount: cents(1_000), dueOn: '2026-11-27', releaseOn: '2026-11-27' },
    ],
    now,
  };
  const context = { platform: 'demo', actor: 'system', correlation: paymentId };
  return { command, context: { ...context, commandId: randomUUID() } };
};

export const typesIn = async (store: EventStore, period: Month): Promise<readonly string[]> =>
  (await store.readStream(accountStream('seller-1', period))).map(({ type }) => type);
