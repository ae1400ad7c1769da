import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays';
import { expect } from 'chai';
import fc from 'fast-check';

import { addDays } from '#/domain/values/time.ts';

import { addBusinessDays, bankHolidays, isBusinessDay, nextBusinessDay } from './calendar.ts';

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));

describe('Bank calendar', () => {
  it('has the bank holidays of 2026 as published', () => {
    expect(bankHolidays(2026)).to.deep.equal([
      '2026-01-01',
      '2026-02-16',
      '2026-02-17',
      '2026-04-03',
      '2026-04-21',
      '2026-05-01',
      '2026-06-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-02',
      '2026-11-15',
      '2026-11-20',
      '2026-12-25',
    ]);
  });

  it('counts 20 November as a holiday since 2024 only', () => {
    expect(isBusinessDay('2023-11-20')).to.equal(true);
    expect(isBusinessDay('2024-11-20')).to.equal(false);
  });

  it('contains every national holiday of an independent list, from 2024 to 2099', () => {
    for (let year = 2024; year < 2100; year += 1) {
      const national = getHolidays({ year })
        .filter(({ name }) => !/Carnaval|Corpus|P[áa]scoa/i.test(name))
        .map(({ date }) => date.toLocaleDateString('sv-SE'));
      expect(bankHolidays(year), String(year)).to.include.members(national);
    }
  });

  it('moves the Saturday before Carnival to Ash Wednesday, and leaves a business day unchanged', () => {
    expect(nextBusinessDay('2026-02-14')).to.equal('2026-02-18');
    expect(nextBusinessDay('2026-02-18')).to.equal('2026-02-18');
    expect(nextBusinessDay('2026-12-31')).to.equal('2026-12-31');
  });

  it('adds business days across weekends, holidays and New Year', () => {
    expect(addBusinessDays('2026-11-20', 3)).to.equal('2026-11-25');
    expect(addBusinessDays('2026-12-30', 2)).to.equal('2027-01-04');
    expect(addBusinessDays('2026-11-21', 0)).to.equal('2026-11-23');
  });

  it('always ends on a business day, and gives the same day in one step or two', () => {
    fc.assert(
      fc.property(day, fc.nat(10), fc.nat(10), (start, first, second) => {
        const firstBusinessDay = nextBusinessDay(start);
        const once = addBusinessDays(firstBusinessDay, first + second);
        expect(isBusinessDay(once)).to.equal(true);
        expect(addBusinessDays(addBusinessDays(firstBusinessDay, first), second)).to.equal(once);
      }),
    );
  });
});
