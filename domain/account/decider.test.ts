import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { cents } from '#/domain/values/money.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { account } from './decider.ts';
import { sumPending, type AccountEvent } from './state.ts';
import {
  book,
  hold,
  open,
  owner,
  pay,
  release,
  returned,
  reverse,
  reversed,
} from './testing/commands.ts';

const { given, facts } = specify(account);

const balances = (history: readonly AccountEvent[]) => {
  const state = replay(account, history);
  if (state.status !== 'OPEN') return expect.fail('the account is not open');
  return { pending: sumPending(state), available: state.available, held: state.held };
};

describe('Account of a seller', () => {
  it('books a payment once', () => {
    given(...facts(open))
      .when(book('p-1', 1_000, '2026-11-27'), book('p-1', 1_000, '2026-11-27'))
      .yields('ReceivablesBooked');
  });

  it('releases receivables due by the given day once, and leaves later ones pending', () => {
    const history = facts(
      open,
      book('p-1', 1_000, '2026-11-27'),
      book('p-2', 2_000, '2026-11-28'),
      release('2026-11-27'),
      release('2026-11-27'),
    );
    expect(balances(history)).to.deep.equal({ pending: 2_000, available: 1_000, held: 0 });
    expect(history.filter(({ type }) => type === 'ReceivablesReleased')).to.have.length(1);
  });

  it('releases, closes the month and books all the same when a refund comes before the booking of its payment', () => {
    const before = facts(open, reverse('r-1', 1_000, '2026-11-27'), release('2026-11-27'));
    expect(balances(before)).to.deep.equal({ pending: 0, available: -1_000, held: 0 });
    for (const { type, data } of before)
      expect(() => eventSchemas[type].parse(data)).not.to.throw();
    const early = facts(open, reverse('r-1', 1_000, '2026-12-27'), { type: 'ClosePeriod', now });
    const closed = early.find(({ type }) => type === 'AccountPeriodClosed');
    expect(() => eventSchemas.AccountPeriodClosed.parse(closed?.data)).not.to.throw();
    const after = facts(
      open,
      reverse('r-1', 1_000, '2026-11-27'),
      release('2026-11-27'),
      book('p-1', 1_000, '2026-11-27'),
    );
    expect(balances(after)).to.deep.equal({ pending: 0, available: 0, held: 0 });
  });

  it('releases and carries over any sum of many sales', () => {
    const large = 9_000_000_000;
    const sales = ['p-1', 'p-2', 'p-3'].map((id) => book(id, large, '2026-11-27'));
    const history = facts(open, ...sales, release('2026-11-27'));
    expect(balances(history)).to.include({ available: 3 * large });
    for (const { type, data } of history)
      expect(() => eventSchemas[type].parse(data)).not.to.throw();
  });

  it('makes a receivable available at once when its release day has already been processed', () => {
    const history = facts(
      open,
      book('p-1', 1_000, '2026-11-20'),
      release('2026-11-20'),
      book('p-2', 700, '2026-11-20'),
    );
    expect(balances(history)).to.deep.equal({ pending: 0, available: 1_700, held: 0 });
  });

  it('takes a refund from pending money before release, and from available money after it, even below zero', () => {
    const early = facts(open, book('p-1', 1_000, '2026-11-27'), reverse('r', 400, '2026-11-27'));
    expect(balances(early)).to.deep.equal({ pending: 600, available: 0, held: 0 });
    const late = facts(
      open,
      book('p-1', 1_000, '2026-11-20'),
      release('2026-11-20'),
      hold('w-1', 900),
      reverse('r', 400, '2026-11-20'),
      reverse('r', 400, '2026-11-20'),
    );
    expect(balances(late)).to.deep.equal({ pending: 0, available: -300, held: 900 });
  });

  it('rejects a withdrawal above the available balance, and holds a repeated withdrawal only once', () => {
    const history = facts(open, book('p-1', 1_000, '2026-11-20'), release('2026-11-20'));
    given(...history)
      .when(hold('w-1', 1_001))
      .refuses('account/insufficient-balance');
    given(...history)
      .when(hold('w-1', 600), hold('w-2', 600))
      .refuses('account/insufficient-balance');
    given(...history)
      .when(hold('w-1', 600), hold('w-1', 600))
      .yields('WithdrawalHeld');
  });

  it('pays or returns a held withdrawal once, and rejects an unknown one', () => {
    const history = facts(
      open,
      book('p-1', 1_000, '2026-11-20'),
      release('2026-11-20'),
      hold('w-1', 600),
      hold('w-2', 300),
      pay('w-1'),
      pay('w-1'),
      returned('w-2'),
      returned('w-2'),
    );
    expect(balances(history)).to.deep.equal({ pending: 0, available: 400, held: 0 });
    given(...facts(open))
      .when(pay('w-9'))
      .refuses('account/unknown-withdrawal');
  });

  it('is debited once for a paid withdrawal whose hold the log has lost, and gets nothing of it back', () => {
    const amounts = { amount: cents(600), fee: cents(150) };
    const { state } = given(...facts(open))
      .when(
        { ...pay('w-9'), ...amounts },
        { ...pay('w-9'), ...amounts },
        returned('w-9'),
        hold('w-9', 600),
      )
      .yields('WithdrawalTaken');
    expect(state.status === 'OPEN' && [state.available, state.held]).to.deep.equal([-600, 0]);
  });

  it('gets back a paid withdrawal with its fee, once, and none that is still under way', () => {
    const history = facts(
      open,
      book('p-1', 1_000, '2026-11-20'),
      release('2026-11-20'),
      hold('w-1', 600),
    );
    given(...history)
      .when(reversed('w-1', 600))
      .refuses('account/withdrawal-under-way');
    const { facts: after } = given(...history)
      .when(pay('w-1'), reversed('w-1', 600), reversed('w-1', 600))
      .yields('WithdrawalPaid', 'WithdrawalReversed');
    expect(balances([...history, ...after])).to.deep.equal({
      pending: 0,
      available: 1_000,
      held: 0,
    });
  });

  it('books no payment again in a closed month', () => {
    given(...facts(open, book('p-1', 1_000, '2026-11-20'), { type: 'ClosePeriod', now }))
      .when(book('p-1', 1_000, '2026-11-20'))
      .yieldsNothing();
  });

  it('carries all balances into the next month, and rejects bookings in the closed month', () => {
    const november = facts(
      open,
      book('p-1', 1_000, '2026-11-20'),
      book('p-2', 2_000, '2026-12-07'),
      release('2026-11-20'),
      hold('w-1', 600),
      { type: 'ClosePeriod', now },
    );
    given(...november)
      .when(book('p-3', 1, '2026-12-07'))
      .refuses('account/period-closed');
    const closed = replay(account, november);
    if (closed.status !== 'CLOSED') return expect.fail();
    const december = facts(
      { type: 'OpenAccount', ...owner, period: '2026-12', carried: closed.carried },
      pay('w-1'),
      release('2026-12-07'),
    );
    expect(balances(december)).to.deep.equal({ pending: 0, available: 2_400, held: 0 });
  });
});
