import { cents } from '#/domain/values/money.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { AccountCommand } from './commands.ts';
import { account } from './decider.ts';
import {
  book,
  hold,
  open,
  owner,
  pay,
  release,
  returned,
  reversed,
  taken,
} from './testing/commands.ts';

const { given, facts } = specify(account);

/** A withdrawal on a platform that allows R$ 7,00 a day. */
const holdWithin700 = (withdrawalId: string, amount: number, at = now): AccountCommand => {
  const command = hold(withdrawalId, amount);
  if (command.type !== 'HoldWithdrawal') return command;
  const withdrawal = { ...command.withdrawal, at };
  return { ...command, withdrawal, largestPerDay: cents(700) };
};

describe('What may be withdrawn on a day', () => {
  it('limits what is withdrawn on a day, without what came back on that day', () => {
    const history = facts(open, book('p-1', 5_000, '2026-11-20'), release('2026-11-20'));
    const tomorrow = '2026-11-21T15:00:00.000Z';
    given(...history)
      .when(holdWithin700('w-1', 701))
      .refuses('withdrawal/above-day');
    given(...history)
      .when(holdWithin700('w-1', 400), holdWithin700('w-2', 301))
      .refuses('withdrawal/above-day');
    given(...history)
      .when(
        holdWithin700('w-1', 400),
        holdWithin700('w-2', 300),
        holdWithin700('w-3', 700, tomorrow),
      )
      .yields('WithdrawalHeld', 'WithdrawalHeld', 'WithdrawalHeld');
    given(...history)
      .when(holdWithin700('w-1', 400), returned('w-1'), holdWithin700('w-2', 700))
      .yields('WithdrawalHeld', 'WithdrawalReturned', 'WithdrawalHeld');
    given(...history)
      .when(
        holdWithin700('w-1', 700),
        holdWithin700('w-2', 600, tomorrow),
        returned('w-1'),
        holdWithin700('w-3', 101, tomorrow),
      )
      .refuses('withdrawal/above-day');
  });

  it('counts a payout that came back and was made after all, and never a total below zero', () => {
    const history = facts(open, book('p-1', 5_000, '2026-11-20'), release('2026-11-20'));
    const { facts: ended } = given(...history)
      .when(holdWithin700('w-1', 700), returned('w-1'), taken('w-1', 700))
      .yields('WithdrawalHeld', 'WithdrawalReturned', 'WithdrawalTaken');
    const paidAfterAll = [...history, ...ended];
    given(...paidAfterAll)
      .when(holdWithin700('w-2', 1))
      .refuses('withdrawal/above-day');
    given(...paidAfterAll)
      .when(reversed('w-1', 700), reversed('w-1', 700, 2), holdWithin700('w-2', 701))
      .refuses('withdrawal/above-day');
    given(...history)
      .when(holdWithin700('w-1', 700), pay('w-1'), reversed('w-1', 700), holdWithin700('w-2', 700))
      .yields('WithdrawalHeld', 'WithdrawalPaid', 'WithdrawalReversed', 'WithdrawalHeld');
  });

  it('limits each day also when a withdrawal of the day before is recorded late', () => {
    const history = facts(open, book('p-1', 5_000, '2026-11-20'), release('2026-11-20'));
    // Midnight in Brazil.
    const [before, after] = ['2026-11-21T02:59:59.900Z', '2026-11-21T03:00:00.000Z'] as const;
    given(...history)
      .when(
        holdWithin700('w-1', 700, before),
        holdWithin700('w-2', 700, after),
        holdWithin700('w-3', 1, before),
      )
      .refuses('withdrawal/above-day');
    given(...history)
      .when(
        holdWithin700('w-1', 699, after),
        holdWithin700('w-2', 1, before),
        holdWithin700('w-3', 1, after),
      )
      .refuses('withdrawal/above-day');
  });

  it('limits the first day of a month also when a withdrawal of the month before is recorded in it', () => {
    const december: AccountCommand = { type: 'OpenAccount', ...owner, period: '2026-12' };
    given(...facts(december, book('p-1', 5_000, '2026-11-20'), release('2026-11-20')))
      .when(
        holdWithin700('w-1', 700, '2026-12-01T02:59:59.900Z'),
        holdWithin700('w-2', 1, '2026-12-01T03:00:00.000Z'),
      )
      .refuses('withdrawal/above-day');
  });
});
