import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { isSimulatedPart } from '#/domain/platform/simulated.ts';
import type { AccountCommand } from './commands.ts';
import { account } from './decider.ts';
import { moneyOf } from './money-of-account.ts';
import { carriedOf, type AccountEvent } from './state.ts';
import {
  book,
  hold,
  open,
  owner,
  pay,
  receivable,
  release,
  returned,
  reverse,
} from './testing/commands.ts';
import { cents } from '#/domain/values/money.ts';

const { given, facts } = specify(account);

const simulated = (command: AccountCommand): AccountCommand => {
  const mark = isSimulatedPart({ isSimulated: true });
  return command.type === 'HoldWithdrawal'
    ? { ...command, withdrawal: { ...command.withdrawal, ...mark } }
    : { ...command, ...mark };
};

const writeOff: AccountCommand = { type: 'WriteOffSimulated', ...owner, reason: 'Fim dos testes' };

const stateOf = (history: readonly AccountEvent[]) => {
  const state = replay(account, history);
  if (state.status !== 'OPEN') return expect.fail('the account is not open');
  return state;
};

const balances = (history: readonly AccountEvent[]) => moneyOf(stateOf(history));

const EARLY = '2026-11-20';
const LATE = '2028-11-20';

/** An account with simulated money: available, pending for years, and held for a withdrawal. */
const afterSimulation = [
  open,
  simulated(book('s-1', 1_000, EARLY)),
  release(EARLY),
  simulated(book('s-2', 700, LATE)),
  simulated(hold('w-1', 400)),
];

describe('Simulated money in an account', () => {
  it('is written off by a master, with what is held and what is pending for years, and never again', () => {
    const history = facts(...afterSimulation, writeOff, writeOff);
    expect(balances(history)).to.deep.equal({ pending: 0, available: 0, held: 0 });
    expect(history.filter(({ type }) => type === 'SimulatedMoneyWrittenOff')).to.have.length(1);
    for (const { type, data } of history)
      expect(() => eventSchemas[type].parse(data)).not.to.throw();
  });

  it('is written off if it is below zero because a refund was held in the empty account', () => {
    const holdRefund: AccountCommand = {
      type: 'HoldRefund',
      currency: 'BRL',
      ...owner,
      paymentId: 'p-1',
      refundId: 'r-1',
      provider: 'sandbox',
      transactionId: 't-1',
      amount: cents(1_000),
      receivables: [receivable(1_000, EARLY)],
      requestedAt: now,
      uncovered: 'DECIDED',
    };
    const sold = [open, simulated(book('p-1', 1_000, EARLY)), release(EARLY), writeOff];
    const owing = facts(...sold, simulated(holdRefund));
    expect(balances(owing)).to.deep.equal({ pending: 0, available: -1_000, held: 1_000 });
    const refunded = simulated(reverse('r-1', 1_000, EARLY));
    const after = facts(...sold, simulated(holdRefund), refunded, writeOff);
    expect(balances(after)).to.deep.equal({ pending: 0, available: 0, held: 0 });
  });

  it('is written off if it is below zero', () => {
    const owing = facts(
      open,
      simulated(book('s-1', 500, EARLY)),
      release(EARLY),
      simulated(reverse('r-1', 900, EARLY)),
    );
    expect(balances(owing)).to.include({ available: -400 });
    expect(balances([...owing, ...account.decide(writeOff, stateOf(owing))])).to.include({
      available: 0,
    });
  });

  it('does not include real money, which a master cannot write off', () => {
    given(...facts(open, book('p-1', 1_000, LATE)))
      .when(writeOff)
      .refuses('account/money-is-real');
  });

  it('is all money of a platform that was never in production, also where older events do not mark it', () => {
    const history = facts(open, book('s-1', 1_000, EARLY), release(EARLY), hold('w-1', 400));
    const writeOffAll: AccountCommand = { ...writeOff, neverReal: moneyOf(stateOf(history)) };
    const { facts: written } = given(...history)
      .when(writeOffAll)
      .yields('SimulatedMoneyWrittenOff');
    expect(balances([...history, ...written])).to.deep.equal({ pending: 0, available: 0, held: 0 });
    const later = facts(open, book('s-1', 1_000, EARLY), release(EARLY), book('p-1', 5, LATE));
    given(...later)
      .when(writeOffAll)
      .refuses('account/money-is-real');
  });

  it('is gone after the first real sale', () => {
    const history = facts(...afterSimulation, book('p-1', 300, LATE));
    expect(balances(history)).to.deep.equal({ pending: 300, available: 0, held: 0 });
  });

  it('never becomes real, if a simulated sale is booked after the first real one', () => {
    const history = facts(open, book('p-1', 300, LATE), simulated(book('s-1', 1_000, LATE)));
    expect(balances(history)).to.deep.equal({ pending: 300, available: 0, held: 0 });
    given(...history)
      .when(simulated(book('s-1', 1_000, LATE)))
      .yieldsNothing();
  });

  it('takes nothing real with it: not by a refund, a chargeback or a payout that came back', () => {
    const real = [open, book('p-1', 300, EARLY), release(EARLY)];
    const returnedPayout: AccountCommand = {
      type: 'ReverseWithdrawal',
      currency: 'BRL',
      ...owner,
      withdrawalId: 'w-9',
      amount: cents(300),
      fee: cents(0),
      provider: 'sandbox',
      cause: 'rejected',
    };
    for (const late of [reverse('r-1', 900, EARLY), reverse('r-2', 900, LATE), returnedPayout]) {
      const history = facts(...real, simulated(late));
      expect(balances(history)).to.deep.equal({ pending: 0, available: 300, held: 0 });
    }
  });

  it('holds nothing for a refund beside real money, also when that is commanded twice, and real money may be withdrawn meanwhile', () => {
    const holdRefund: AccountCommand = {
      type: 'HoldRefund',
      currency: 'BRL',
      ...owner,
      paymentId: 's-1',
      refundId: 'r-1',
      provider: 'sandbox',
      transactionId: 't-1',
      amount: cents(1_000),
      receivables: [receivable(1_000, EARLY)],
      requestedAt: now,
      uncovered: 'REFUSE',
    };
    const real = [open, book('p-1', 300, EARLY), release(EARLY)];
    for (const uncovered of ['REFUSE', 'ASK_STAFF', 'OVERDRAW', 'DECIDED'] as const) {
      const command = simulated({ ...holdRefund, uncovered });
      given(...facts(...real))
        .when(command, command)
        .yields('RefundHoldRefused');
      const afterRefusal = facts(...real, simulated({ ...holdRefund, uncovered: 'ASK_STAFF' }));
      given(...afterRefusal, ...account.decide(command, stateOf(afterRefusal)))
        .when(hold('w-1', 300), command)
        .yields('WithdrawalHeld');
    }
  });

  it('is not paid out by a real acquirer, nor real money by the simulated one', () => {
    given(...facts(open, simulated(book('s-1', 1_000, EARLY)), release(EARLY)))
      .when(hold('w-1', 500))
      .refuses('account/insufficient-balance');
    given(...facts(open, book('p-1', 1_000, EARLY), release(EARLY)))
      .when(simulated(hold('w-1', 500)))
      .refuses('account/insufficient-balance');
  });

  it('does not come back with the outcome of a withdrawal that was under way', () => {
    for (const outcome of [pay('w-1'), returned('w-1')]) {
      const history = facts(...afterSimulation, book('p-1', 300, LATE), outcome);
      expect(balances(history), outcome.type).to.deep.equal({
        pending: 300,
        available: 0,
        held: 0,
      });
    }
  });

  it('does not come back either with an outcome that comes months later', () => {
    const nextMonth = (history: readonly AccountEvent[], period: string) =>
      facts({ ...owner, type: 'OpenAccount', period, carried: carriedOf(stateOf(history)), now });
    const held = { amount: cents(400), fee: cents(150) };
    for (const outcome of [simulated({ ...pay('w-1'), ...held }), returned('w-1')]) {
      const december = nextMonth(facts(...afterSimulation, writeOff), '2026-12');
      for (const { type, data } of december)
        expect(() => eventSchemas[type].parse(data)).not.to.throw();
      for (const later of [december, nextMonth(december, '2027-01')])
        given(...later)
          .when(outcome)
          .yieldsNothing();
    }
  });

  it('is still simulated in the next month', () => {
    const carried = carriedOf(stateOf(facts(...afterSimulation)));
    const next = facts({ ...owner, type: 'OpenAccount', period: '2026-12', carried, now });
    given(...next)
      .when(hold('w-2', 100))
      .refuses('account/insufficient-balance');
    expect(balances([...next, ...account.decide(writeOff, stateOf(next))]).held).to.equal(0);
  });
});
