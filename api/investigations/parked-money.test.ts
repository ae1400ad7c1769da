import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { payment } from '#/domain/payment/decider.ts';
import { said } from '#/domain/testing/payment-commands.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow } from '#/domain/testing/samples.ts';
import { accountStream, streamOf } from '#/domain/values/ids.ts';
import { addSeconds, monthOf } from '#/domain/values/time.ts';
import { cents } from '#/domain/values/money.ts';
import { createMemoryCheckpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { encode } from '#/ledger/codec.ts';
import { RecordCut } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import type { EventToAppend } from '#/projections/testing/decided-streams.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { findCaseOf } from './case.ts';
import { listParkedWork } from './parked-work.ts';

const FAILED = { policy: 'a-policy', failure: 'Error: away', since: sampleNow };

/** What is shown of each event of these types, if a policy failed on it. */
const workOn = async (
  types: readonly string[],
  happened: readonly EventToAppend[],
  isCut = false,
): ReturnType<typeof listParkedWork> => {
  const [store, checkpoints] = [createMemoryStore(), createMemoryCheckpoints('')];
  await appendAll(store, happened);
  for (const { type, position, stream, revision } of (
    await Array.fromAsync(store.readAll({}))
  ).flat())
    if (types.includes(type)) await checkpoints.park({ ...FAILED, position, stream, revision });
  const handler = createCommandHandler({ store });
  const core = { handler, ports: portsTo({}), findRegistration: async () => undefined };
  const reading = {
    store,
    checkpoints,
    findCaseOf: async (stream: string) => {
      if (isCut) throw new RecordCut({ stream, how: 'the server hides all of it' });
      return findCaseOf({ core: { ...core, now: () => sampleNow } }, stream);
    },
    labelOf: (provider: string) => provider,
  };
  return listParkedWork(reading, 'demo', addSeconds(sampleNow, 86_400 * 30));
};

const moneyOn = async (types: readonly string[], happened: readonly EventToAppend[]) =>
  (await workOn(types, happened)).map(({ event, money }) => [
    event,
    money?.amount,
    money?.currency,
  ]);

/** @returns the events, and after them one more at the end of this stream */
const after = (
  happened: readonly EventToAppend[],
  stream: string,
  event: DomainEvent,
): readonly EventToAppend[] => {
  const meta = { platform: 'demo', actor: 'system', correlation: 'c', causation: 'c' };
  const revision = happened.filter((each) => each.stream === stream).length;
  const encoded = encode(event, { id: randomUUID(), stream, meta });
  return [...happened, { stream, revision, event: encoded }];
};

const sale = () => {
  const history = new History(sampleNow);
  const paymentId = history.purchase();
  history.submit(paymentId);
  history.report(paymentId, 'APPROVED');
  return { history, paymentId };
};

const payout = (end?: 'SETTLED' | 'FAILED'): readonly EventToAppend[] => {
  const { history } = sale();
  history.wait(86_400 * 10);
  history.release('seller-1');
  const withdrawalId = history.withdraw('seller-1', cents(5_000));
  if (end) history.concludeWithdrawal(withdrawalId, 'seller-1', end);
  return history.take();
};

describe('Work that policies could not do shows the money at stake', () => {
  it('of a sale', async () => {
    const types = ['PaymentSubmitted', 'PaymentApproved', 'ReceivablesBooked'];
    const shown = await moneyOn(types, sale().history.take());
    expect(shown).to.deep.equal(types.map((type) => [type, 9_700, 'BRL']));
  });

  it('of a refund of a part, and not the whole sale', async () => {
    const { history, paymentId } = sale();
    const refundId = history.requestRefund(paymentId, cents(1_000));
    history.concludeRefund(paymentId, refundId, 'SETTLED');
    const types = ['PaymentRefundRequested', 'RefundSettled', 'PaymentRefunded'];
    const shown = await moneyOn(types, history.take());
    expect(shown).to.deep.equal(types.map((type) => [type, 1_000, 'BRL']));
  });

  it('of a refund by the acquirer of a part', async () => {
    const { history, paymentId } = sale();
    history.report(paymentId, 'APPROVED', { refundedAmount: cents(1_000) });
    const shown = await moneyOn(['PaymentRefunded'], history.take());
    expect(shown).to.deep.equal([['PaymentRefunded', 1_000, 'BRL']]);
  });

  it('of a refund that failed', async () => {
    const { history, paymentId } = sale();
    const refundId = history.requestRefund(paymentId, cents(1_000));
    history.concludeRefund(paymentId, refundId, 'FAILED');
    const shown = await moneyOn(['RefundFailed'], history.take());
    expect(shown).to.deep.equal([['RefundFailed', 1_000, 'BRL']]);
  });

  it('of a refund that the seller’s account does not cover', async () => {
    const { history, paymentId } = sale();
    const refundId = history.requestRefund(paymentId, cents(1_000));
    const happened = history.take();
    const stream = accountStream('seller-1', monthOf(sampleNow));
    const owner = { platformId: 'demo', receiverId: 'seller-1', currency: 'BRL' } as const;
    const refused = { ...owner, paymentId, refundId, available: cents(300), at: sampleNow };
    const event = { type: 'RefundHoldRefused', data: refused } as const;
    const shown = await moneyOn(['RefundHoldRefused'], after(happened, stream, event));
    expect(shown).to.deep.equal([['RefundHoldRefused', 1_000, 'BRL']]);
  });

  it('of a payout, with its fee, in the seller’s account and at the acquirer', async () => {
    const types = ['WithdrawalHeld', 'WithdrawalRequested', 'WithdrawalSent', 'WithdrawalPaid'];
    const shown = await moneyOn(types, payout('SETTLED'));
    expect(shown).to.deep.equal(types.map((type) => [type, 5_000, 'BRL']));
  });

  it('of a payout that failed, whose fee goes back too', async () => {
    const shown = await moneyOn(['WithdrawalFailed'], payout('FAILED'));
    expect(shown).to.deep.equal([['WithdrawalFailed', 5_000, 'BRL']]);
  });

  it('of a payout that no acquirer was asked for yet, with the acquirer that is to pay it', async () => {
    const held = payout().filter(({ stream }) => !stream.startsWith('withdrawal-'));
    const [shown] = await workOn(['WithdrawalHeld'], held);
    const acquirer = { provider: 'sandbox', providerLabel: 'sandbox', asked: null };
    expect(shown?.money).to.deep.equal({ ...acquirer, amount: 5_000, currency: 'BRL' });
  });

  it('at the acquirer into which it came, and not at that of the sale', async () => {
    const history = new History(sampleNow);
    const paymentId = history.purchase({ provider: 'pagarme' });
    history.submit(paymentId);
    const otherReport = said('APPROVED', { transactionId: 'tx-9', orderId: paymentId });
    const [mismatch] = payment.decide({ ...otherReport, paymentId }, history.paymentOf(paymentId));
    if (!mismatch) return expect.fail();
    const stream = streamOf('payment', paymentId);
    const [shown] = await workOn(['PaymentMismatchFound'], after(history.take(), stream, mismatch));
    expect(shown?.money).to.include({ amount: 9_700, provider: 'sandbox' });
    return undefined;
  });

  it('that the event states, also if the log hides what was asked', async () => {
    const [shown] = await workOn(['PaymentApproved'], sale().history.take(), true);
    expect(shown).to.deep.include({ event: 'PaymentApproved', isCut: true });
    expect(shown?.money).to.include({ amount: 9_700, provider: 'sandbox', asked: null });
  });
});
