import { expect } from 'chai';
import fc from 'fast-check';
import { cents, positiveCents } from '#/domain/values/money.ts';
import { isAnyPossible, largestPayout, smallestWithdrawal } from './within-limits.ts';

const limitOf = (amount: number) => positiveCents.parse(amount);
const limits = { fee: cents(1_99), minimum: cents(10_00) };

describe('What a seller can withdraw within the limits', () => {
  it('is everything, without the approval of staff, where there is no limit', () => {
    expect(largestPayout(limits, cents(91_15))).to.deep.equal({
      amount: 91_15,
      amountPerDay: 91_15,
      received: 89_16,
      people: 0,
      peopleIfNew: 0,
    });
  });

  it('is nothing below the smallest withdrawal', () => {
    const none = { amount: 0, amountPerDay: 0, received: 0, people: 0, peopleIfNew: 0 };
    expect(largestPayout(limits, cents(9_99))).to.deep.equal(none);
    expect(smallestWithdrawal({ fee: cents(20_00), minimum: cents(10_00) })).to.equal(20_01);
  });

  it('is the largest at once, and several withdrawals on one day up to the limit of the day', () => {
    const limited = { ...limits, largest: limitOf(40_00), largestPerDay: limitOf(85_00) };
    const { amount, amountPerDay } = largestPayout(limited, cents(91_15));
    // The rest of R$ 5,00 is below the minimum, but the day's R$ 85,00 are three withdrawals of R$ 28,33 and more.
    expect([amount, amountPerDay]).to.deep.equal([40_00, 85_00]);
    const narrow = { ...limited, minimum: cents(39_00) };
    expect(largestPayout(narrow, cents(91_15)).amountPerDay).to.equal(80_00);
  });

  it('waits for one person or two above the limits, and for one while the destination is new', () => {
    const approved = {
      ...limits,
      approvalAbove: limitOf(50_00),
      secondApprovalAbove: limitOf(90_00),
      newDestinationHours: 24,
    };
    const peopleFor = (available: number) => {
      const { people, peopleIfNew } = largestPayout(approved, cents(available));
      return [people, peopleIfNew];
    };
    expect(peopleFor(50_00)).to.deep.equal([0, 1]);
    expect(peopleFor(50_01)).to.deep.equal([1, 1]);
    expect(peopleFor(90_01)).to.deep.equal([2, 2]);
  });

  it('is never possible if the most at once or on one day is below the smallest withdrawal', () => {
    expect(isAnyPossible(limits)).to.equal(true);
    expect(isAnyPossible({ ...limits, largest: limitOf(10_00) })).to.equal(true);
    expect(isAnyPossible({ ...limits, largest: limitOf(9_99) })).to.equal(false);
    expect(isAnyPossible({ ...limits, largestPerDay: limitOf(9_99) })).to.equal(false);
  });

  it('is never more than is available or than a limit, and on one day never less than at once', () => {
    const amount = fc.integer({ min: 0, max: 100_000 });
    const limit = fc.option(fc.integer({ min: 1, max: 100_000 }).map(limitOf), { nil: undefined });
    fc.assert(
      fc.property(amount, amount, amount, limit, limit, (...given) => {
        const [available, fee, minimum, largest, largestPerDay] = given;
        const anyLimits = { fee: cents(fee), minimum: cents(minimum), largest, largestPerDay };
        const payout = largestPayout(anyLimits, cents(available));
        expect(payout.amount).to.be.at.most(Math.min(available, largest ?? available));
        expect(payout.amountPerDay).to.be.at.most(Math.min(available, largestPerDay ?? available));
        expect(payout.amountPerDay).to.be.at.least(payout.amount);
        expect(payout.received).to.equal(payout.amount === 0 ? 0 : payout.amount - fee);
      }),
    );
  });
});
