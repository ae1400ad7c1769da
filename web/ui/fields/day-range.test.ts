import { expect } from 'chai';
import { dayInBrazil, lastDays, presetOf, shiftDay, shiftMonth } from './day-range.ts';

describe('Range of days', () => {
  it('includes today as the last of the last 7 days', () => {
    expect(lastDays(7, '2026-03-03')).to.deep.equal({ from: '2026-02-25', to: '2026-03-03' });
    expect(lastDays(1, '2026-03-03')).to.deep.equal({ from: '2026-03-03', to: '2026-03-03' });
  });

  it('recognises the range of a preset, and no other range', () => {
    expect(presetOf(lastDays(14, '2026-11-20'), '2026-11-20')).to.equal(14);
    expect(presetOf({ from: '2026-11-01', to: '2026-11-20' }, '2026-11-20')).to.equal(undefined);
    expect(presetOf({}, '2026-11-20')).to.equal(undefined);
  });

  it('uses the day in Brazil, which begins at 03:00 UTC', () => {
    expect(dayInBrazil(new Date('2026-11-20T02:59:59Z'))).to.equal('2026-11-19');
    expect(dayInBrazil(new Date('2026-11-20T03:00:00Z'))).to.equal('2026-11-20');
  });

  it('shifts days and months across leap days and years', () => {
    expect(shiftDay('2028-03-01', -1)).to.equal('2028-02-29');
    expect(shiftMonth('2026-12', 1)).to.equal('2027-01');
    expect(shiftMonth('2026-01', -1)).to.equal('2025-12');
  });
});
