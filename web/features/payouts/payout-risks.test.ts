import { expect } from 'chai';
import { risksOf } from './payout-risks.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const usual = {
  isSellerBlocked: false,
  payouts: 3,
  destinationApprovedAt: '2026-10-01T12:00:00.000Z',
  holderName: null,
  available: 1_00,
  acquirer: { label: 'Onz', isConnected: true, suspendedUntil: null, calls: 4, answered: 4 },
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

  it('are an acquirer that is suspended or disconnected', () => {
    const at = (change: Partial<typeof usual.acquirer> | { readonly suspendedUntil: string }) =>
      risksOf({ ...usual, acquirer: { ...usual.acquirer, ...change } }, now);
    expect(at({ suspendedUntil: '2026-11-20T12:01:00.000Z' })).to.deep.equal(['ACQUIRER_DOWN']);
    expect(at({ isConnected: false })).to.deep.equal(['ACQUIRER_DOWN']);
    expect(at({ answered: 0 }), 'not suspended yet').to.deep.equal([]);
  });

  it('are a destination that was approved less than three days ago, to the second', () => {
    const at = (destinationApprovedAt: string) => risksOf({ ...usual, destinationApprovedAt }, now);
    expect(at('2026-11-17T12:00:01.000Z')).to.deep.equal(['YOUNG_DESTINATION']);
    expect(at('2026-11-17T12:00:00.000Z')).to.deep.equal([]);
  });
});
