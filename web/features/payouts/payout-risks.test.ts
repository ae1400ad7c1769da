import { expect } from 'chai';
import { risksOf } from './payout-risks.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const usual = {
  isSellerBlocked: false,
  payouts: 3,
  destinationApprovedAt: '2026-10-01T12:00:00.000Z',
  holderName: null,
  available: 1_00,
};

describe('Hints of risk of a withdrawal', () => {
  it('are none for a seller who was paid before, to their own key that was approved long ago', () => {
    expect(risksOf(usual, now)).to.deep.equal([]);
    expect(risksOf({ ...usual, destinationApprovedAt: null }, now)).to.deep.equal([]);
  });

  it('are a blocked seller, a first payout, another holder, and an account that is emptied', () => {
    const risky = { ...usual, payouts: 0, holderName: 'Maria', available: 0 };
    expect(risksOf(risky, now)).to.deep.equal(['FIRST_PAYOUT', 'OTHER_HOLDER', 'EMPTIES_ACCOUNT']);
    expect(risksOf({ ...usual, isSellerBlocked: true }, now)).to.deep.equal(['SELLER_BLOCKED']);
    expect(risksOf({ ...usual, available: -1 }, now)).to.deep.equal(['EMPTIES_ACCOUNT']);
  });

  it('are a destination that was approved less than three days ago, to the second', () => {
    const at = (destinationApprovedAt: string) => risksOf({ ...usual, destinationApprovedAt }, now);
    expect(at('2026-11-17T12:00:01.000Z')).to.deep.equal(['YOUNG_DESTINATION']);
    expect(at('2026-11-17T12:00:00.000Z')).to.deep.equal([]);
  });
});
