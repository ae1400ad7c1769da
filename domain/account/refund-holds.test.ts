import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents } from '#/domain/values/money.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { sampleNow as now, sampleEncrypted } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import { createWorld } from '#/domain/testing/world.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { RefundCommand } from '#/domain/refund/commands.ts';
import type { AccountCommand } from './commands.ts';
import { account } from './decider.ts';
import { sumPending, type AccountEvent } from './state.ts';
import { open, owner, receivable, release } from './testing/commands.ts';

const { given, facts } = specify(account);

const [SOON, LATER] = ['2026-11-27', '2026-12-28'];

const book = (paymentId: string, amount: number, releaseOn: string): AccountCommand => ({
  type: 'BookReceivables',
  currency: 'BRL',
  ...owner,
  paymentId,
  parts: { net: cents(amount), fee: cents(0), interest: cents(0) },
  receivables: [receivable(amount, releaseOn)],
});

const hold = (
  amount: number,
  releaseOn: string,
  uncovered: 'REFUSE' | 'ASK_STAFF' | 'DECIDED' = 'REFUSE',
): AccountCommand => ({
  type: 'HoldRefund',
  currency: 'BRL',
  ...owner,
  refundId: 'r-1',
  paymentId: 'p-1',
  provider: 'sandbox',
  transactionId: 'tx-1',
  amount: cents(amount),
  receivables: [receivable(amount, releaseOn)],
  uncovered,
});

const releaseHold: AccountCommand = { type: 'ReleaseRefundHold', ...owner, refundId: 'r-1' };

/** @param left what is left of the sale afterwards; absent after an older event */
const reverse = (
  refundId: string,
  amount: number,
  releaseOn: string,
  cause: 'REFUND' | 'CHARGEBACK' = 'REFUND',
  left?: number,
): AccountCommand => ({
  type: 'ReverseReceivables',
  currency: 'BRL',
  ...owner,
  paymentId: 'p-1',
  refundId,
  cause,
  amount: cents(amount),
  parts: { net: cents(amount), fee: cents(0), interest: cents(0) },
  receivables: [receivable(amount, releaseOn)],
  ...(left !== undefined && { left: cents(left) }),
});

const withdraw = (amount: number): AccountCommand => ({
  type: 'HoldWithdrawal',
  withdrawal: {
    platformId: 'demo',
    receiverId: 'seller-1',
    currency: 'BRL',
    withdrawalId: 'w-1',
    amount: cents(amount),
    fee: cents(0),
    provider: 'sandbox',
    choice: null,
    method: 'PIX',
    pixType: 'EMAIL',
    destination: sampleEncrypted,
    at: now,
  },
});

const balances = (history: readonly AccountEvent[]) => {
  const state = replay(account, history);
  if (state.status !== 'OPEN') return expect.fail('the account is not open');
  return { pending: sumPending(state), available: state.available, held: state.held };
};

const released = [open, book('p-1', 1_000, SOON), release(SOON)];

describe('Money held for a refund', () => {
  it('cannot be withdrawn, and is taken when the refund is made', () => {
    given(...facts(...released, hold(400, SOON), hold(400, SOON)))
      .when(withdraw(601))
      .refuses('account/insufficient-balance');
    const history = facts(...released, hold(400, SOON), withdraw(600), reverse('r-1', 400, SOON));
    expect(balances(history)).to.deep.equal({ pending: 0, available: 0, held: 600 });
  });

  it('is not held where the balance is lower, unless staff decide that the refund is made all the same', () => {
    const history = facts(...released, withdraw(700));
    given(...history)
      .when(hold(400, SOON), hold(400, SOON))
      .yields('RefundHoldRefused');
    const refusal = given(...history)
      .when(hold(400, SOON, 'ASK_STAFF'), hold(400, SOON, 'ASK_STAFF'))
      .yields('RefundHoldRefused');
    expect(refusal.facts[0]?.data).to.include({ available: 300, asksStaff: true });
    const decided = hold(400, SOON, 'DECIDED');
    const { facts: held } = given(...history, ...refusal.facts)
      .when(decided, decided, hold(400, SOON, 'ASK_STAFF'))
      .yields('RefundHeld');
    given(...history, ...refusal.facts, ...held)
      .when(releaseHold, decided)
      .yields('RefundHoldReleased');
    expect(balances([...history, ...held])).to.deep.equal({
      pending: 0,
      available: -100,
      held: 1_100,
    });
    // The sale is not booked yet.
    given(...facts(open))
      .when(hold(400, SOON))
      .yields('RefundHoldRefused');
  });

  it('comes back when the refund failed, to the available balance if its day has come', () => {
    const pendingSale = [open, book('p-1', 1_000, LATER), hold(400, LATER)];
    expect(balances(facts(...pendingSale))).to.deep.equal({
      pending: 600,
      available: 0,
      held: 400,
    });
    expect(balances(facts(...pendingSale, releaseHold, releaseHold))).to.deep.equal({
      pending: 1_000,
      available: 0,
      held: 0,
    });
    expect(balances(facts(...pendingSale, release(LATER), releaseHold))).to.deep.equal({
      pending: 0,
      available: 1_000,
      held: 0,
    });
  });

  it('is not held any more once a chargeback has taken all of the sale', () => {
    const taken = reverse('chargeback', 1_000, SOON, 'CHARGEBACK');
    const history = facts(...released, hold(400, SOON), taken, releaseHold);
    expect(balances(history)).to.deep.equal({ pending: 0, available: 0, held: 0 });
  });

  it('stays held when staff find that another refund of the sale, which had failed, was made', () => {
    const world = createWorld('demo');
    const sale = (command: PaymentCommand) =>
      world.send({ to: 'payment', id: 'p-1', command }, now);
    const refund = (id: string, ...commands: readonly RefundCommand[]) => {
      for (const command of commands) world.send({ to: 'refund', id, command }, now);
    };
    const requestRefund = (refundId: string, amount: number) =>
      sale({ type: 'RequestRefund', refundId, amount: cents(amount), note: 'desistiu', now });
    const holds = () => {
      const state = world.account('seller-1');
      return state.status === 'OPEN' ? [...state.refunds.keys()] : [];
    };
    for (const command of [request, submitted(), said('APPROVED')]) sale(command);
    requestRefund('r-1', 500);
    refund('r-1', { type: 'RecordFailed', cause: 'refused', now });
    requestRefund('r-2', 9_200);
    const settled = { type: 'RecordSettled', providerRefundId: 're-1', now } as const;
    refund('r-1', settled, ...agreed('contradiction', 'HAPPENED'));
    expect(holds()).to.deep.equal(['r-2']);
    sale(said('CHARGEBACK'));
    expect(holds()).to.deep.equal([]);
  });

  it('ends when nothing is left of the sale or, where that is not stated, when money without a hold of its own is taken', () => {
    const heldAfter = (left?: number) => {
      const taken = reverse('provider-p-1', 600, SOON, 'REFUND', left);
      return balances(facts(...released, hold(400, SOON), taken)).held;
    };
    expect([heldAfter(), heldAfter(0), heldAfter(400)]).to.deep.equal([0, 0, 400]);
  });

  it('is carried into the next month', () => {
    const november = facts(...released, hold(400, SOON), { type: 'ClosePeriod', now });
    const closed = replay(account, november);
    if (closed.status !== 'CLOSED') return expect.fail('the month is not closed');
    const { carried } = closed;
    const next = { type: 'OpenAccount', ...owner, period: '2026-12', carried } as const;
    expect(balances(facts(next))).to.deep.equal({ pending: 0, available: 600, held: 400 });
    expect(balances(facts(next, reverse('r-1', 400, SOON)))).to.deep.equal({
      pending: 0,
      available: 600,
      held: 0,
    });
  });
});
