import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { StoredNotice } from '#/api/webhooks/store/notice-store.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import { choice } from '#/domain/testing/lost-pix.ts';
import { said, submitted } from '#/domain/testing/payment-commands.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { cents } from '#/domain/values/money.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { decode } from '#/ledger/codec.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { endOfClaim } from './one-read-back.ts';
import { createPlanner } from './plan-notice.ts';

const stream = streamOf('payment', 'p-1');

const begun: PaymentCommand = {
  type: 'BeginCharge',
  provider: 'sandbox',
  attemptId: randomUUID(),
  epoch: 1,
  merchantAccount: 'account A',
  digest: undefined,
  after: null,
  now,
};

/** The payment is charged at the sandbox in account A. */
const charged: readonly PaymentCommand[] = [
  { type: 'RequestPayment', payment: samplePayment({ choice, mayRepeat: true }) },
  begun,
  submitted({ transactionId: 'tx-0' }),
];

const rerouteFrom = (
  from: string,
  to: string,
  leaves: string,
  merchantAccount = 'account A',
): PaymentCommand => ({
  type: 'Reroute',
  from,
  to,
  ...(from === to && { leaves }),
  merchantAccount,
  cause: 'charged-elsewhere',
  choice,
  now,
});

const noticeOf = (transactionId: string): StoredNotice => ({
  noticeId: `sandbox:demo:${transactionId}`,
  provider: 'sandbox',
  platformId: 'demo',
  receivedAt: now,
  lastReceivedAt: now,
  repeats: 0,
  outcome: 'RECEIVED',
  type: 'TRANSACTION',
  reference: transactionId,
  orderId: null,
  status: 'APPROVED',
  paymentId: null,
  attempts: 0,
  failure: null,
  sequence: '1',
  isAuthentic: false,
  formerAccount: null,
  isProved: true,
});

const paid = (transactionId: string): TransactionResult => ({
  paymentMethod: 'PIX',
  transactionId,
  amount: cents(9_700),
  status: 'APPROVED',
});

const world = async (...history: readonly PaymentCommand[]) => {
  const store = createMemoryStore();
  const handler = createCommandHandler({ store });
  for (const command of history) {
    const context = { commandId: randomUUID(), platform: 'demo', actor: 'system' };
    await handler.handle(payment, stream, command, { ...context, correlation: 'p-1' });
  }
  const plan = createPlanner({
    handler,
    newId: randomUUID,
    // Here the read model finds the payment by each charge that it has or had.
    paymentOf: async () => 'p-1',
    maySearch: async () => true,
  });
  return {
    /**
     * Processes a notice.
     * @param accounts transactions that each merchant account shows; the last account is connected
     * @returns its outcome, and in `found` the mismatch that it recorded
     */
    comes: async (notice: StoredNotice, accounts: Record<string, TransactionResult[]>) => {
      const before = (await store.readStream(stream)).length;
      const basic = portsTo({});
      const providers: Ports['providers'] = async (id, platformId, use) => {
        const requestedAccount = use?.for === 'LOOK_UP' ? use.merchantAccount : undefined;
        const merchantAccount = requestedAccount ?? Object.keys(accounts).at(-1) ?? '';
        const opened: Partial<PaymentProvider> = {
          merchantAccount,
          getTransaction: async ({ transactionId }) =>
            accounts[merchantAccount]?.find((each) => each.transactionId === transactionId),
        };
        return { ...(await basic.providers(id, platformId)), id, ...opened };
      };
      const ports = { ...basic, providers };
      const { outcome } = endOfClaim(notice, await (await plan(notice, ports)).execute());
      const events = (await store.readStream(stream)).slice(before).map(decode);
      const found = events.flatMap((each) =>
        each.type === 'PaymentMismatchFound' ? [each.data] : [],
      )[0];
      return { outcome, found };
    },
  };
};

describe('A late notice about a PIX whose payment was rerouted to another charge at the same acquirer', () => {
  const paidByOther = (account: string): readonly PaymentCommand[] => [
    ...charged,
    rerouteFrom('sandbox', 'sandbox', 'tx-0', account),
    submitted({ transactionId: 'tx-1' }),
    said('APPROVED', { transactionId: 'tx-1' }),
  ];

  it('leaves its money to staff where the acquirer repeats our order', async () => {
    const { comes } = await world(...paidByOther('account A'));
    const { found } = await comes(noticeOf('tx-0'), {
      'account A': [{ ...paid('tx-0'), orderId: 'p-1' }, paid('tx-1')],
    });
    expect(found).to.include({ provider: 'sandbox', change: 9_700 });
  });

  it('leaves its money to staff also where the acquirer does not repeat our order: the transaction is on our record', async () => {
    const { comes } = await world(...paidByOther('account A'));
    const { found } = await comes(noticeOf('tx-0'), {
      'account A': [paid('tx-0'), paid('tx-1')],
    });
    expect(found).to.include({ provider: 'sandbox', change: 9_700 });
  });

  it('is read back in the account in which it was charged, and its money is booked there', async () => {
    const { comes } = await world(...paidByOther('account B'));
    const { found } = await comes(noticeOf('tx-0'), {
      'account A': [{ ...paid('tx-0'), orderId: 'p-1' }],
      'account B': [{ ...paid('tx-1'), orderId: 'p-1' }],
    });
    expect(found).to.include({ provider: 'sandbox', merchantAccount: 'account A', change: 9_700 });
  });

  it('is read back in the account where its money is unapplied, even if it never was the payment’s charge', async () => {
    const { comes } = await world(
      ...charged,
      said('APPROVED', { transactionId: 'tx-9', orderId: 'p-1' }),
      ...paidByOther('account B').slice(charged.length),
    );
    const { found } = await comes(noticeOf('tx-9'), {
      'account A': [{ ...paid('tx-9'), orderId: 'p-1', status: 'REFUNDED' }],
      'account B': [{ ...paid('tx-1'), orderId: 'p-1' }],
    });
    expect(found).to.include({ provider: 'sandbox', merchantAccount: 'account A', change: -9_700 });
  });
});

describe('A late notice about a PIX whose payment was rerouted to another acquirer, and from there to another charge at the first one', () => {
  it('leaves its money to staff: the transaction is on our record', async () => {
    const { comes } = await world(
      ...charged,
      rerouteFrom('sandbox', 'pagarme', 'tx-0'),
      submitted({ transactionId: 'tx-1' }, 'pagarme'),
      rerouteFrom('pagarme', 'sandbox', 'tx-1'),
      submitted({ transactionId: 'tx-2' }),
      said('APPROVED', { transactionId: 'tx-2' }),
    );
    const { found } = await comes(noticeOf('tx-0'), {
      'account A': [paid('tx-0'), paid('tx-2')],
    });
    expect(found).to.include({ provider: 'sandbox', change: 9_700 });
  });
});
