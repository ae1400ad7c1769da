import { expect } from 'chai';
import { nextChargeDay } from './next-charge.ts';

describe('Next charge of a subscription', () => {
  it('falls on today plus the frequency in days, across months and leap days', () => {
    expect(nextChargeDay('2026-11-20T15:00:00.000Z', 30)).to.equal('2026-12-20');
    expect(nextChargeDay('2028-02-28T15:00:00.000Z', 7)).to.equal('2028-03-06');
  });

  it('counts from the current day in Brazil', () => {
    expect(nextChargeDay('2026-12-01T01:30:00.000Z', 30)).to.equal('2026-12-30');
  });
});
