import { expect } from 'chai';
import { growthOf, ratioOf, totalOf, sumVolumeByDay } from './summary.ts';

const days = Array.from({ length: 14 }, (_, index) => ({
  day: `2026-11-${String(index + 1).padStart(2, '0')}`,
  approvedCount: index,
  approvedAmount: index * 100,
  requestedCount: index * 2,
}));

describe('Dashboard figures', () => {
  it('splits the days into the current period and a previous one of the same length', () => {
    const { current, previous } = sumVolumeByDay(days, 7);
    expect(current.map(({ day }) => day)[0]).to.equal('2026-11-08');
    expect(previous.map(({ day }) => day)[0]).to.equal('2026-11-01');
    expect(previous).to.have.lengthOf(7);
  });

  it('shows no previous period when its days are incomplete', () => {
    expect(sumVolumeByDay(days.slice(5), 7).previous).to.deep.equal([]);
  });

  it('computes growth, but no rate and no growth over a base of zero', () => {
    expect(ratioOf(0, 0)).to.equal(undefined);
    expect(growthOf(500, 0)).to.equal(undefined);
    expect(growthOf(150, 100)).to.equal(0.5);
    expect(growthOf(0, 100)).to.equal(-1);
  });

  it('sums approved payments and amounts over days', () => {
    expect(totalOf(days.slice(0, 3))).to.deep.equal({ count: 3, amount: 300 });
  });
});
