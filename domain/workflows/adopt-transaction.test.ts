import { expect } from 'chai';
import { replay } from '#/domain/decider.ts';
import { cents } from '#/domain/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { withoutReceivers } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { adoptTransaction } from './adopt-transaction.ts';
import type { Ports } from './reaction.ts';

const requested: PaymentEvent = {
  type: 'PaymentRequested',
  data: samplePayment({ method: 'CREDIT_CARD', expiresAt: null }),
};
const unanswered: PaymentEvent = {
  type: 'PaymentSubmissionUnanswered',
  data: { failure: 'unavailable', at: now },
};
const submittedAs = (transactionId: string): PaymentEvent => ({
  type: 'PaymentSubmitted',
  data: {
    transactionId,
    pixCode: null,
    billetCode: null,
    billetUrl: null,
    cardBrand: null,
    cardLastDigits: null,
    expiresAt: null,
    at: now,
  },
});

const stateOf = (...events: readonly PaymentEvent[]): RequestedPayment => {
  const state = replay(payment, events);
  if (state.status === 'NONE') throw new Error('no payment');
  return state;
};

const lost = stateOf(requested, unanswered);

const paid: TransactionResult = {
  paymentMethod: 'CREDIT_CARD',
  transactionId: 'tx-9',
  orderId: 'p-1',
  status: 'APPROVED',
  amount: cents(9_700),
};

const portsOf = (getTransaction: PaymentProvider['getTransaction']): Ports => ({
  providers: async () => ({
    id: 'sandbox',
    label: 'Sandbox',
    paymentMethods: ['CREDIT_CARD'],
    withdrawMethods: [],
    ...(getTransaction && { getTransaction }),
  }),
  open: async () => undefined,
  files: memoryFiles().storage,
  ...withoutReceivers,
  secretName: (text) => text,
  webhookUrl: () => 'http://127.0.0.1:9',
  now: () => now,
});

/** The provider does not repeat our reference. */
const { orderId: _, ...paidWithoutOurs } = paid;

/** Returns the outcome of a notice that names p-1 and tx-9, when the provider answers with `result` for tx-9. */
const received = (
  result: TransactionResult | undefined,
  { isAuthentic = false, state = lost } = {},
) =>
  adoptTransaction(
    'p-1',
    state,
    { claimed: { transactionId: 'tx-9', isAuthentic }, noticeId: 'n-1' },
    portsOf(async () => result),
  );

const after = (
  state: RequestedPayment,
  commands: Awaited<ReturnType<typeof adoptTransaction>>,
): RequestedPayment => {
  if (typeof commands === 'string') throw new Error(commands);
  const end = commands.reduce<ReturnType<typeof payment.evolve>>(
    (before, command) => replay(payment, payment.decide(command, before), before),
    state,
  );
  if (end.status === 'NONE') throw new Error('no payment');
  return end;
};

describe('a charge whose answer was lost', () => {
  it('learns its transaction from a notice, once the provider says that it is this payment’s', async () => {
    const { status, transactionId } = after(lost, await received(paid));
    expect({ status, transactionId }).to.deep.equal({ status: 'APPROVED', transactionId: 'tx-9' });
  });

  it('does so too when only an authentic notice repeats our reference', async () => {
    expect(await received(paidWithoutOurs)).to.equal('foreign');
    const { status } = after(lost, await received(paidWithoutOurs, { isAuthentic: true }));
    expect(status).to.equal('APPROVED');
  });

  it('is not paid by a transaction of another amount, method, name or payment, whoever says so', async () => {
    for (const isAuthentic of [false, true]) {
      for (const lie of [
        { amount: cents(1) },
        { paymentMethod: 'PIX' },
        { transactionId: 'tx-8' },
        { orderId: 'p-2' },
      ] as const) {
        expect(await received({ ...paid, ...lie }, { isAuthentic }), JSON.stringify(lie)).to.equal(
          'foreign',
        );
      }
    }
    expect(await received(undefined, { isAuthentic: true })).to.equal('foreign');
  });

  it('keeps the transaction that it has', async () => {
    const known = stateOf(requested, submittedAs('tx-1'));
    expect(await received(paid, { isAuthentic: true, state: known })).to.equal('foreign');
  });

  it('is not paid by it when its own answer names another in the meantime', async () => {
    const commands = await received(paid);
    const { status, transactionId } = after(stateOf(requested, submittedAs('tx-1')), commands);
    expect({ status, transactionId }).to.deep.equal({ status: 'PENDING', transactionId: 'tx-1' });
  });

  it('waits while the provider cannot be asked', async () => {
    const about = { claimed: { transactionId: 'tx-9', isAuthentic: true }, noticeId: 'n-1' };
    const timedOut = portsOf(async () => {
      throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: false });
    });
    expect(await adoptTransaction('p-1', lost, about, timedOut)).to.equal('unanswered');
    expect(await adoptTransaction('p-1', lost, about, portsOf(undefined))).to.equal('unanswered');
  });
});
