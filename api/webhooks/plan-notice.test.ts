import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { StoredNotice, NoticeEnd } from '#/api/webhooks/store/notice-store.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentStatus, TransactionResult } from '#/domain/ports/charge.ts';
import type { RefundCommand } from '#/domain/refund/commands.ts';
import { refund } from '#/domain/refund/decider.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { agreed } from '#/domain/testing/payment-resolutions.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleRefund } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { endOfClaim } from './one-read-back.ts';
import { createPlanner } from './plan-notice.ts';

const stream = streamOf('payment', 'p-1');
const refundStream = streamOf('refund', 'r-1');

const refundOf = (amount: number): PaymentCommand => ({
  type: 'RequestRefund',
  refundId: 'r-1',
  amount: cents(amount),
  note: '',
  now,
});
const refundMade: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };

const noticeOf = (status: PaymentStatus, reference = 'tx-1'): StoredNotice => ({
  noticeId: `sandbox:demo:${status}`,
  provider: 'sandbox',
  platformId: 'demo',
  receivedAt: now,
  lastReceivedAt: now,
  repeats: 0,
  outcome: 'RECEIVED',
  type: 'TRANSACTION',
  reference,
  orderId: 'p-1',
  status,
  paymentId: null,
  attempts: 0,
  failure: null,
  sequence: '1',
  isAuthentic: true,
  formerAccount: null,
  isProved: true,
});

/** The notice came more than a day ago. */
const oldOf = (notice: StoredNotice): StoredNotice => ({
  ...notice,
  lastReceivedAt: addSeconds(now, -86_401),
});

/** Creates payment p-1 in its own log. */
const paymentAfter = async (...history: readonly PaymentCommand[]) => {
  const handler = createCommandHandler({ store: createMemoryStore() });
  const by = { platform: 'demo', actor: 'system', correlation: 'p-1' };
  const contextNow = () => ({ commandId: randomUUID(), ...by });
  const happens = async (...commands: readonly PaymentCommand[]): Promise<void> => {
    for (const command of commands) await handler.handle(payment, stream, command, contextNow());
  };
  await happens(...history);
  const stateNow = async () => {
    const { state } = await handler.load(payment, stream);
    if (state.status === 'NONE') throw new Error('no payment');
    return state;
  };
  const plan = createPlanner({
    handler,
    newId: randomUUID,
    paymentOf: async ({ transactionId }) =>
      transactionId === (await stateNow()).transactionId ? 'p-1' : null,
    maySearch: async () => true,
  });
  return {
    happens,
    stateNow,
    askForRefund: async (amount: number, ...then: readonly RefundCommand[]): Promise<void> => {
      await happens(refundOf(amount));
      const data = { ...sampleRefund, amount: cents(amount) };
      const commands = [{ type: 'RequestProviderRefund', refund: data } as const, ...then];
      for (const command of commands)
        await handler.handle(refund, refundStream, command, contextNow());
    },
    refundNow: async () => (await handler.load(refund, refundStream)).state.status,
    /** @param answer the acquirer's answer about the transaction */
    comesTo: async (
      notice: StoredNotice,
      answer: (transactionId: string) => Promise<TransactionResult | undefined>,
      isFree = true,
    ): Promise<NoticeEnd> => {
      const ports = {
        ...portsTo({ getTransaction: ({ transactionId }) => answer(transactionId) }),
        transactions: { reserve: async () => isFree, isFreeFor: async () => isFree },
      };
      return endOfClaim(notice, await (await plan(notice, ports)).execute());
    },
  };
};

const answerOf = (
  status: PaymentStatus,
  differences: Partial<TransactionResult> = {},
): TransactionResult => ({
  paymentMethod: 'PIX',
  transactionId: 'tx-1',
  amount: cents(9_700),
  status,
  ...differences,
});

const unanswered: PaymentCommand = {
  type: 'RecordUnanswered',
  provider: 'sandbox',
  failure: 'unavailable',
  now,
};

const approved = [request, submitted(), said('APPROVED')];

describe('What an acquirer’s answer says of the claim of a notice', () => {
  it('confirms a chargeback by a refund of the whole amount, but not of a part', async () => {
    const { comesTo, stateNow } = await paymentAfter(...approved, refundOf(1_000), refundMade);
    const says = (refundedAmount: number) => async () =>
      answerOf('REFUNDED', { refundedAmount: cents(refundedAmount) });
    const chargeback = noticeOf('CHARGEBACK');
    expect(await comesTo(chargeback, says(1_000))).to.include({ outcome: 'UNCONFIRMED' });
    expect((await stateNow()).status).to.equal('APPROVED');
    expect(await comesTo(chargeback, says(9_700))).to.include({ outcome: 'APPLIED' });
    // Some acquirers report a refunded amount of zero with this status.
    const refunded = noticeOf('REFUNDED');
    expect(await comesTo(refunded, says(0))).to.include({ outcome: 'NO_EFFECT' });
    expect((await stateNow()).status).to.equal('REFUNDED');
  });

  it('confirms no chargeback if the payment does not accept the answer', async () => {
    const { comesTo, stateNow } = await paymentAfter(...approved);
    const chargeback = noticeOf('CHARGEBACK');
    const ofAnother = async () => answerOf('CHARGEBACK', { orderId: 'p-9' });
    const says = async () => answerOf('CHARGEBACK');
    expect(await comesTo(chargeback, ofAnother)).to.include({ outcome: 'UNCONFIRMED' });
    expect(await comesTo(chargeback, says, false)).to.include({ outcome: 'UNCONFIRMED' });
    expect((await stateNow()).status).to.equal('APPROVED');
    expect(await comesTo(chargeback, says)).to.include({ outcome: 'APPLIED' });
    expect((await stateNow()).status).to.equal('CHARGEBACK');
  });

  it('confirms no refund by the acquirer if we requested one while it answered', async () => {
    const { comesTo, happens, stateNow } = await paymentAfter(...approved);
    const refunded = noticeOf('REFUNDED');
    const meanwhile = async () => {
      await happens(refundOf(9_700));
      return answerOf('REFUNDED');
    };
    expect(await comesTo(refunded, meanwhile)).to.include({ outcome: 'UNCONFIRMED' });
    await happens({ type: 'FailRefund', refundId: 'r-1', cause: 'refused', now });
    expect(await comesTo(refunded, async () => answerOf('REFUNDED'))).to.include({
      outcome: 'APPLIED',
    });
    expect((await stateNow()).status).to.equal('REFUNDED');
  });

  it('leaves a notice unconfirmed while the refunded part of a paid charge is not booked', async () => {
    const { comesTo, happens, stateNow } = await paymentAfter(...approved, refundOf(1_000));
    const says = async () => answerOf('APPROVED', { refundedAmount: cents(500) });
    for (const claim of ['APPROVED', 'REFUNDED'] as const)
      expect(await comesTo(noticeOf(claim), says)).to.include({ outcome: 'UNCONFIRMED' });
    await happens({ type: 'FailRefund', refundId: 'r-1', cause: 'refused', now });
    expect(await comesTo(noticeOf('APPROVED'), says)).to.include({ outcome: 'APPLIED' });
    expect((await stateNow()).reversedAmount).to.equal(500);
  });

  for (const status of ['APPROVED', 'REFUNDED'] as const)
    it(`leaves a notice unconfirmed for a day if its refund may be another than the booked one, while it says ${status}`, async () => {
      const { comesTo, stateNow } = await paymentAfter(...approved, refundOf(1_000), refundMade);
      const refunded = noticeOf('REFUNDED');
      const says = (amount: number) => async () =>
        answerOf(status, { refundedAmount: cents(amount) });
      expect(await comesTo(refunded, says(1_000))).to.include({ outcome: 'UNCONFIRMED' });
      expect(await comesTo(oldOf(refunded), says(1_000))).to.include({ outcome: 'NO_EFFECT' });
      expect(await comesTo(refunded, says(3_000))).to.include({ outcome: 'APPLIED' });
      expect((await stateNow()).reversedAmount).to.equal(3_000);
    });

  it('does not explain a refunded part by a refund that we requested while the acquirer answered', async () => {
    const { comesTo, happens } = await paymentAfter(...approved);
    const says = answerOf('APPROVED', { refundedAmount: cents(500) });
    const meanwhile = async () => {
      await happens(refundOf(1_000));
      return says;
    };
    expect(await comesTo(noticeOf('REFUNDED'), meanwhile)).to.include({ outcome: 'UNCONFIRMED' });
  });
});

describe('A notice about a sale whose refund was left to people', () => {
  const taken: RefundCommand = { type: 'RecordUnanswered', failure: 'taken-in', now };
  const left: RefundCommand = { type: 'LeaveUnresolved', cause: 'still-pending', now };

  it('ends the refund once the acquirer has made it after all', async () => {
    const { comesTo, askForRefund, refundNow, happens } = await paymentAfter(...approved);
    await askForRefund(9_700, taken, left);
    const refunded = noticeOf('REFUNDED');
    expect(await comesTo(refunded, async () => answerOf('APPROVED'))).to.include({
      outcome: 'UNCONFIRMED',
    });
    expect(await refundNow()).to.equal('UNANSWERED');
    await comesTo(refunded, async () => answerOf('REFUNDED'));
    expect(await refundNow()).to.equal('SETTLED');
    await happens(refundMade);
    expect(await comesTo(refunded, async () => answerOf('REFUNDED'))).to.include({
      outcome: 'NO_EFFECT',
    });
  });

  it('reads back no refund that is read back regularly anyway', async () => {
    const { comesTo, askForRefund, refundNow } = await paymentAfter(...approved);
    await askForRefund(9_700, taken);
    await comesTo(noticeOf('REFUNDED'), async () => answerOf('REFUNDED'));
    expect(await refundNow()).to.equal('UNANSWERED');
  });
});

describe('A notice of a transaction that its payment does not have on record', () => {
  it('is read back again while the acquirer does not find the transaction', async () => {
    const { comesTo, stateNow } = await paymentAfter(request, unanswered);
    const paid = noticeOf('APPROVED');
    expect(await comesTo(paid, async () => undefined)).to.include({ outcome: 'FAILED' });
    const answer = answerOf('APPROVED', { orderId: 'p-1' });
    expect(await comesTo(paid, async () => answer)).to.include({ outcome: 'APPLIED' });
    expect((await stateNow()).status).to.equal('APPROVED');
  });

  /** The acquirer answers with this status about tx-9, a second transaction of this order. */
  const ofSecond = (status: PaymentStatus) => async (transactionId: string) =>
    transactionId === 'tx-9'
      ? answerOf(status, { transactionId, orderId: 'p-1' })
      : answerOf('APPROVED', { transactionId, orderId: 'p-1' });

  it('leaves the money of a second transaction to people, once the acquirer’s records have it', async () => {
    const { comesTo, stateNow } = await paymentAfter(...approved);
    const paid = noticeOf('APPROVED', 'tx-9');
    expect(await comesTo(paid, ofSecond('PENDING'))).to.include({ outcome: 'UNCONFIRMED' });
    const pending = await comesTo(noticeOf('PENDING', 'tx-9'), ofSecond('PENDING'));
    expect(pending).to.include({ outcome: 'NO_EFFECT' });
    expect((await stateNow()).mismatches).to.deep.equal({});
    const end = await comesTo(paid, ofSecond('APPROVED'));
    expect(end).to.include({ outcome: 'APPLIED', paymentId: 'p-1' });
    expect((await stateNow()).mismatches['tx-9']).to.include({ unapplied: 9_700 });
  });

  it('leaves the money of the sale’s own charge to people, once they have applied a second transaction to the sale', async () => {
    const second = { transactionId: 'tx-9', orderId: 'p-1' };
    const { comesTo, stateNow } = await paymentAfter(
      request,
      submitted(),
      said('APPROVED', second),
      ...agreed('receipt tx-9', 'HAPPENED'),
    );
    expect(await stateNow()).to.include({ status: 'APPROVED', transactionId: 'tx-9' });
    const paid = { ...noticeOf('APPROVED'), orderId: null, paymentId: 'p-1' };
    const says = (status: PaymentStatus) => async (transactionId: string) =>
      transactionId === 'tx-1'
        ? answerOf(status)
        : answerOf('APPROVED', { transactionId, orderId: 'p-1' });
    expect(await comesTo(paid, says('PENDING'))).to.include({ outcome: 'UNCONFIRMED' });
    expect(await comesTo(paid, says('APPROVED'))).to.include({ outcome: 'APPLIED' });
    expect((await stateNow()).mismatches['tx-1']).to.include({ unapplied: 9_700 });
  });

  it('is not confirmed by an answer about another transaction', async () => {
    const { comesTo } = await paymentAfter(request, submitted());
    const another = answerOf('APPROVED', { transactionId: 'tx-8' });
    expect(await comesTo(noticeOf('APPROVED'), async () => another)).to.include({
      outcome: 'UNCONFIRMED',
    });
  });

  it('reads back that transaction again, and not the sale’s, until the acquirer says that its money was refunded', async () => {
    const { comesTo, stateNow } = await paymentAfter(...approved);
    await comesTo(noticeOf('APPROVED', 'tx-9'), ofSecond('APPROVED'));
    const refunded = noticeOf('REFUNDED', 'tx-9');
    const { outcome, paymentId = null } = await comesTo(refunded, ofSecond('APPROVED'));
    expect({ outcome, paymentId }).to.deep.equal({ outcome: 'UNCONFIRMED', paymentId: 'p-1' });
    const later = await comesTo({ ...refunded, paymentId }, ofSecond('REFUNDED'));
    expect(later).to.include({ outcome: 'APPLIED' });
    const { status, mismatches } = await stateNow();
    expect(status).to.equal('APPROVED');
    expect(mismatches['tx-9']).to.include({ status: 'REFUNDED', unapplied: 0 });
  });
});
