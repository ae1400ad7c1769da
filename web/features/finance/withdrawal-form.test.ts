import { expect } from 'chai';
import { isForStaff, largestWithdrawalOf, netOfFee, withdrawalErrors } from './withdrawal-form.ts';

const terms = {
  fee: 3_67,
  minimum: 10_00,
  largest: null,
  leftToday: null,
  approvalAbove: null,
} as const;
const destinationId = 'd-1';

const errorsIn = (
  values: Parameters<typeof withdrawalErrors>[0],
  limits: Parameters<typeof withdrawalErrors>[2] = terms,
) => withdrawalErrors(values, 500_00, limits);

describe('Withdrawal form', () => {
  it('accepts the minimum amount and the whole available balance', () => {
    const noErrors = { destinationId: undefined, amount: undefined };
    expect(errorsIn({ destinationId, amount: 10_00 })).to.deep.equal(noErrors);
    expect(errorsIn({ destinationId, amount: 500_00 })).to.deep.equal(noErrors);
  });

  it('reports an amount that is missing, below the minimum or above the balance', () => {
    const error = (amount: number | null) => errorsIn({ destinationId, amount }).amount;
    expect(error(null)).to.equal('amountMissing');
    expect(error(0)).to.equal('amountMissing');
    expect(error(9_99)).to.equal('tooLow');
    expect(error(500_01)).to.equal('tooHigh');
  });

  it('reports an amount above the largest withdrawal or above what is left today, but not one at the limit', () => {
    const limited = { ...terms, largest: 300_00, leftToday: 200_00 };
    const error = (amount: number) => errorsIn({ destinationId, amount }, limited).amount;
    expect(error(300_01)).to.equal('aboveLargest');
    expect(error(300_00)).to.equal('aboveDay');
    expect(error(200_00)).to.equal(undefined);
    expect(
      errorsIn({ destinationId, amount: 10_00 }, { ...limited, leftToday: 0 }).amount,
    ).to.equal('aboveDay');
  });

  it('reports a destination that is not chosen', () => {
    const errors = errorsIn({ destinationId: '', amount: 10_00 });
    expect(errors.destinationId).to.equal('destinationMissing');
  });

  it('offers at most the smallest of balance and limits', () => {
    expect(largestWithdrawalOf(500_00, terms)).to.equal(500_00);
    expect(largestWithdrawalOf(500_00, { ...terms, largest: 300_00 })).to.equal(300_00);
    expect(largestWithdrawalOf(500_00, { ...terms, largest: 300_00, leftToday: 0 })).to.equal(0);
    expect(largestWithdrawalOf(100_00, { ...terms, leftToday: 300_00 })).to.equal(100_00);
  });

  it('leaves an amount above the limit to staff, not the limit itself', () => {
    const limited = { approvalAbove: 100_00 };
    expect(isForStaff(100_00, limited)).to.equal(false);
    expect(isForStaff(100_01, limited)).to.equal(true);
    expect(isForStaff(99_999_99, { approvalAbove: null })).to.equal(false);
  });

  it('shows the payout as the amount less the fee, never below zero', () => {
    expect(netOfFee(100_00, terms)).to.equal(96_33);
    expect(netOfFee(1_00, terms)).to.equal(0);
  });
});
