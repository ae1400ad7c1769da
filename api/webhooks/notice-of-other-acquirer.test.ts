import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { StoredNotice } from '#/api/webhooks/store/notice-store.ts';
import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import { said, submitted } from '#/domain/testing/payment-commands.ts';
import { agreed } from '#/domain/testing/payment-resolutions.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { endOfClaim } from './one-read-back.ts';
import { createPlanner } from './plan-notice.ts';

const stream = streamOf('payment', 'p-1');

const choice: RoutingDecision = {
  reason: 'SHARE',
  considered: [
    { provider: 'sandbox', share: 70, standing: 'FIT' },
    { provider: 'pagarme', share: 30, standing: 'FIT' },
  ],
};

const charged: readonly PaymentCommand[] = [
  { type: 'RequestPayment', payment: samplePayment({ choice, mayRepeat: true }) },
  submitted({ transactionId: 'tx-0' }),
];

const reroute = {
  type: 'Reroute',
  from: 'sandbox',
  to: 'pagarme',
  cause: 'charged-elsewhere',
  choice,
  now,
} as const;

/** Charged at the sandbox, found at pagarme, and paid there. */
const paidElsewhere: readonly PaymentCommand[] = [
  ...charged,
  reroute,
  submitted({ transactionId: 'tx-1' }, 'pagarme'),
  { ...said('APPROVED', { transactionId: 'tx-1' }), provider: 'pagarme' },
];

const calledOff: PaymentCommand = {
  type: 'CallOff',
  provider: 'sandbox',
  attemptId: null,
  cause: 'expired',
  now,
};

const noticeOf = (
  transactionId: string,
  differences: Partial<StoredNotice> = {},
): StoredNotice => ({
  noticeId: `${transactionId}:demo:n-1`,
  provider: transactionId === 'tx-0' ? 'sandbox' : 'pagarme',
  platformId: 'demo',
  receivedAt: now,
  lastReceivedAt: now,
  repeats: 0,
  outcome: 'RECEIVED',
  type: 'TRANSACTION',
  reference: transactionId,
  orderId: 'p-1',
  status: 'APPROVED',
  paymentId: null,
  attempts: 0,
  failure: null,
  sequence: '1',
  isAuthentic: true,
  formerAccount: null,
  isProved: true,
  ...differences,
});

const world = async (...history: readonly PaymentCommand[]) => {
  const store = createMemoryStore();
  const handler = createCommandHandler({ store });
  const happens = async (...commands: readonly PaymentCommand[]): Promise<void> => {
    for (const command of commands) {
      const context = { commandId: randomUUID(), platform: 'demo', actor: 'system' };
      await handler.handle(payment, stream, command, { ...context, correlation: 'p-1' });
    }
  };
  await happens(...history);
  const plan = createPlanner({
    handler,
    newId: randomUUID,
    paymentOf: async () => null,
    maySearch: async () => true,
  });
  const stateNow = async () => {
    const { state } = await handler.load(payment, stream);
    return state.status === 'NONE' ? expect.fail('no payment') : state;
  };
  return {
    happens,
    stateNow,
    /**
     * Processes a notice. The acquirer answers that its transaction is paid, unless the second argument says otherwise:
     * `orderId` null = it does not repeat our order.
     */
    comes: async (
      notice: StoredNotice,
      {
        orderId = 'p-1',
        ...answer
      }: Partial<Omit<TransactionResult, 'orderId'>> & { readonly orderId?: string | null } = {},
    ) => {
      const before = (await store.readStream(stream)).length;
      const transaction: TransactionResult = {
        paymentMethod: 'PIX',
        transactionId: notice.reference ?? '',
        ...(orderId !== null && { orderId }),
        amount: cents(9_700),
        status: 'APPROVED',
        ...answer,
      };
      const ports = portsTo({
        merchantAccount: `account at ${notice.provider}`,
        getTransaction: async () => transaction,
      });
      const { outcome } = endOfClaim(notice, await (await plan(notice, ports)).execute());
      const events = (await store.readStream(stream)).slice(before).map(decode);
      return { outcome, types: events.map(({ type }) => type), events };
    },
  };
};

const findMismatch = (events: readonly RecordedEvent[]) =>
  events.flatMap((each) => (each.type === 'PaymentMismatchFound' ? [each.data] : []))[0];

describe('A late notice about a PIX that was charged at two acquirers', () => {
  it('leaves the money of the second charge to staff, where it came in, when the first one paid for the sale', async () => {
    const { comes, stateNow } = await world(...paidElsewhere);
    const { outcome, events } = await comes(noticeOf('tx-0'));
    expect(outcome).to.equal('APPLIED');
    expect(findMismatch(events)).to.deep.include({
      provider: 'sandbox',
      merchantAccount: 'account at sandbox',
      differs: ['TRANSACTION'],
      change: 9_700,
    });
    const { status, provider, investigation } = await stateNow();
    expect([status, provider]).to.deep.equal(['APPROVED', 'pagarme']);
    expect(investigation.matters).to.have.length(1);
    expect((await comes(noticeOf('tx-0'))).types, 'once').to.deep.equal([]);
  });

  it('follows that money until its acquirer has refunded it', async () => {
    const { comes, stateNow } = await world(...paidElsewhere);
    await comes(noticeOf('tx-0'));
    const { events } = await comes(noticeOf('tx-0', { status: 'REFUNDED' }), {
      status: 'REFUNDED',
    });
    expect(findMismatch(events)).to.deep.include({ provider: 'sandbox', change: -9_700 });
    expect((await stateNow()).status).to.equal('APPROVED');
  });

  it('is matched by the transaction on our record where its acquirer does not repeat our order', async () => {
    const { comes } = await world(...paidElsewhere);
    const unnamed = { orderId: null };
    const ours = noticeOf('tx-0', { isAuthentic: false });
    expect((await comes(ours, unnamed)).types).to.deep.equal(['PaymentMismatchFound']);
    const foreign = noticeOf('tx-7', { provider: 'sandbox', isAuthentic: false });
    expect((await comes(foreign, unnamed)).types).to.deep.equal([]);
  });

  it('leaves that money to staff by whatever method it came in, as at its own acquirer', async () => {
    const { comes } = await world(...paidElsewhere);
    const { events } = await comes(noticeOf('tx-0'), { paymentMethod: 'BILLET' });
    expect(findMismatch(events)).to.deep.include({ provider: 'sandbox', change: 9_700 });
  });

  const pending: readonly PaymentCommand[] = [];
  for (const [which, end] of Object.entries({
    'was called off': [calledOff],
    'was rejected': [said('REJECTED', { transactionId: 'tx-0' })],
    'waits for the payment of the other charge': pending,
  })) {
    it(`approves the sale that ${which}, with the money at the acquirer that was paid`, async () => {
      const { comes, stateNow } = await world(...charged, ...end);
      const { outcome, types } = await comes(noticeOf('tx-1'));
      expect(outcome).to.equal('APPLIED');
      expect(types).to.deep.equal(['PaymentRerouted', 'PaymentSubmitted', 'PaymentApproved']);
      const state = await stateNow();
      expect(state).to.include({ provider: 'pagarme', transactionId: 'tx-1' });
      expect(state.approved).to.include({
        provider: 'pagarme',
        merchantAccount: 'account at pagarme',
      });
      const { events } = await comes(noticeOf('tx-0'));
      expect(findMismatch(events), 'the other code was paid too').to.include({
        provider: 'sandbox',
        change: 9_700,
      });
    });
  }

  it('reverses money of another amount when it is refunded, also while the sale can still be paid', async () => {
    const { comes, stateNow } = await world(...charged);
    const other = { amount: cents(9_000) };
    await comes(noticeOf('tx-1'), other);
    const back = { status: 'REFUNDED', ...other } as const;
    const { events } = await comes(noticeOf('tx-1', { status: 'REFUNDED' }), back);
    expect(findMismatch(events)).to.deep.include({ provider: 'pagarme', change: -9_000 });
    expect((await stateNow()).status).to.equal('PENDING');
  });

  it('approves nothing by another amount, which staff may apply to the sale; its refunds and notices are then of that acquirer', async () => {
    const { comes, happens, stateNow } = await world(...charged, calledOff);
    const { events } = await comes(noticeOf('tx-1'), { amount: cents(9_000) });
    expect(findMismatch(events)).to.deep.include({
      provider: 'pagarme',
      differs: ['AMOUNT', 'TRANSACTION'],
      change: 9_000,
    });
    expect(await stateNow()).to.include({ status: 'CANCELED', provider: 'sandbox' });
    await happens(...agreed('receipt tx-1', 'BORNE_BY_PLATFORM'));
    expect(await stateNow()).to.include({
      status: 'APPROVED',
      provider: 'pagarme',
      transactionId: 'tx-1',
    });
    const back = { status: 'CHARGEBACK' } as const;
    const { types } = await comes(noticeOf('tx-1', { ...back, paymentId: 'p-1' }), back);
    expect(types).to.deep.equal(['PaymentChargedBack']);
  });

  it('is looked up again while its acquirer has not been paid, and moves nothing', async () => {
    const { comes, stateNow } = await world(...charged, calledOff);
    for (const status of ['PENDING', 'CANCELED'] as const)
      expect(await comes(noticeOf('tx-1'), { status })).to.include({ outcome: 'UNCONFIRMED' });
    expect(await stateNow()).to.include({ status: 'CANCELED', provider: 'sandbox' });
  });

  it('changes nothing where the transaction is of another order, or its acquirer not on the route', async () => {
    const { comes } = await world(...charged, calledOff);
    expect(await comes(noticeOf('tx-1'), { orderId: 'p-2' })).to.deep.include({
      outcome: 'NO_EFFECT',
      types: [],
    });
    expect(await comes(noticeOf('tx-1', { provider: 'celcoin' }))).to.deep.include({
      outcome: 'UNKNOWN_TRANSACTION',
      types: [],
    });
  });

  it('leaves the sale at the acquirer whose code may still be paid, when the money at the other one was refunded', async () => {
    const back = { status: 'REFUNDED' } as const;
    const { comes, happens, stateNow } = await world(...charged);
    const { outcome, types } = await comes(noticeOf('tx-1', back), back);
    expect([outcome, types], 'it is asked again').to.deep.equal(['UNCONFIRMED', []]);
    await happens(said('APPROVED', { transactionId: 'tx-0' }));
    expect(await stateNow()).to.include({ status: 'APPROVED', provider: 'sandbox' });
    expect((await comes(noticeOf('tx-1', back), back)).outcome).to.equal('APPLIED');
    expect(await stateNow()).to.include({ status: 'APPROVED', provider: 'sandbox' });
  });

  it('moves a sale that ended unpaid to the acquirer where money came in and was refunded', async () => {
    const back = { status: 'REFUNDED' } as const;
    const { comes, stateNow } = await world(...charged, calledOff);
    await comes(noticeOf('tx-1', back), back);
    expect(await stateNow()).to.include({ status: 'REFUNDED', provider: 'pagarme' });
  });

  it('books what the acquirer answered while the payment was moved to another one', async () => {
    const { happens, stateNow } = await world(...paidElsewhere);
    await happens(said('APPROVED', { transactionId: 'tx-0' }));
    await happens(said('CANCELED', { transactionId: 'tx-0' }));
    // Ignored: mismatches are stored by transaction, and this transaction is the sale's own at pagarme.
    await happens(said('APPROVED', { transactionId: 'tx-1' }));
    const { status, mismatches } = await stateNow();
    expect(Object.keys(mismatches)).to.deep.equal(['tx-0']);
    expect(status).to.equal('APPROVED');
    expect(mismatches['tx-0']).to.deep.include({ unapplied: 9_700, status: 'APPROVED' });
    expect(mismatches['tx-0']?.there.provider).to.equal('sandbox');
  });
});
