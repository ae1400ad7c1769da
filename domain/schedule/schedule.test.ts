import { expect } from 'chai';
import { positiveCents } from '#/domain/values/money.ts';
import { recordSpecification } from '#/domain/testing/record-specification.ts';
import {
  isScheduledOn,
  lastScheduledDay,
  nextScheduledDay,
  schedule,
  type ScheduleDetails,
} from './schedule.ts';

const daily: ScheduleDetails = {
  platformId: 'demo',
  destinationId: 'destination-1',
  every: { unit: 'DAY' },
  currency: 'BRL',
  minimum: positiveCents.parse(100_00),
};

recordSpecification('Schedule', schedule, [
  daily,
  { ...daily, every: { unit: 'WEEK', weekday: 5 } },
]);

describe('A schedule of withdrawals', () => {
  const isOn = (every: ScheduleDetails['every'], day: string) => isScheduledOn({ every }, day);

  it('is of business days of banks, a weekday, or a day of the month', () => {
    expect(isOn({ unit: 'DAY' }, '2026-11-20'), 'a holiday').to.equal(false);
    expect(isOn({ unit: 'DAY' }, '2026-11-21'), 'a Saturday').to.equal(false);
    expect(isOn({ unit: 'DAY' }, '2026-11-23')).to.equal(true);
    expect(isOn({ unit: 'WEEK', weekday: 1 }, '2026-11-23')).to.equal(true);
    expect(isOn({ unit: 'WEEK', weekday: 1 }, '2026-11-24')).to.equal(false);
    expect(isOn({ unit: 'MONTH', day: 28 }, '2027-02-28')).to.equal(true);
    expect(isOn({ unit: 'MONTH', day: 1 }, '2026-11-28')).to.equal(false);
  });

  describe('comes next', () => {
    const next = (every: ScheduleDetails['every'], now: string) => nextScheduledDay({ every }, now);
    /** Half past seven and eight in the morning in Brazil. */
    const early = 'T10:30:00.000Z';
    const late = 'T11:00:00.000Z';

    it('on the day itself before eight in the morning, and on a later one from eight on', () => {
      const friday = { unit: 'WEEK', weekday: 5 } as const;
      expect(next(friday, `2026-12-04${early}`)).to.equal('2026-12-04');
      expect(next(friday, `2026-12-04${late}`)).to.equal('2026-12-11');
      expect(next(friday, `2026-12-03${late}`)).to.equal('2026-12-04');
    });

    it('on the next business day of banks, after holidays and weekends', () => {
      expect(next({ unit: 'DAY' }, `2026-11-19${late}`)).to.equal('2026-11-23');
      expect(next({ unit: 'DAY' }, `2026-11-23${early}`)).to.equal('2026-11-23');
    });

    it('on the day of the next month once it is over in this one', () => {
      expect(next({ unit: 'MONTH', day: 28 }, `2027-01-28${late}`)).to.equal('2027-02-28');
      expect(next({ unit: 'MONTH', day: 1 }, `2026-12-31${late}`)).to.equal('2027-01-01');
    });

    it('after the last one, which is today from eight in the morning on', () => {
      const last = (every: ScheduleDetails['every'], now: string) =>
        lastScheduledDay({ every }, now);
      const friday = { unit: 'WEEK', weekday: 5 } as const;
      expect(last(friday, `2026-12-04${early}`)).to.equal('2026-11-27');
      expect(last(friday, `2026-12-04${late}`)).to.equal('2026-12-04');
      expect(last({ unit: 'DAY' }, `2026-11-23${early}`)).to.equal('2026-11-19');
    });

    it('by the Brazilian clock, also while it is the next day in UTC', () => {
      expect(next({ unit: 'MONTH', day: 5 }, '2026-12-05T02:00:00.000Z')).to.equal('2026-12-05');
    });
  });
});
