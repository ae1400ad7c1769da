import { expect } from 'chai';
import fc from 'fast-check';

import {
  addDays,
  addMonths,
  addSeconds,
  dayOf,
  lastDayBefore,
  laterDay,
  monthOf,
  startOfDay,
  timestamp,
  timestampSchema,
} from './time.ts';

const instant = fc
  .integer({ min: 0, max: 4_102_444_800_000 })
  .map((milliseconds) => timestamp(Temporal.Instant.fromEpochMilliseconds(milliseconds)));

describe('Time', () => {
  it('ends the day at midnight in São Paulo, not in Greenwich', () => {
    expect(dayOf('2026-11-21T02:59:59.999Z')).to.equal('2026-11-20');
    expect(dayOf('2026-11-21T03:00:00.000Z')).to.equal('2026-11-21');
    expect(monthOf('2026-12-01T02:59:59.999Z')).to.equal('2026-11');
  });

  it('assigns the midnight that ends a day to that day', () => {
    expect(lastDayBefore('2026-11-21T03:00:00.000Z')).to.equal('2026-11-20');
    expect(lastDayBefore('2026-11-21T02:59:59.999Z')).to.equal('2026-11-20');
    expect(lastDayBefore('2026-11-21T03:00:00.001Z')).to.equal('2026-11-21');
    fc.assert(
      fc.property(instant.map(dayOf), (day) => {
        expect(lastDayBefore(startOfDay(addDays(day, 1)))).to.equal(day);
      }),
    );
  });

  it('applies the summer time that Brazil had until 2019', () => {
    expect(dayOf('2018-12-21T02:00:00.000Z')).to.equal('2018-12-21');
    // The first day of summer time had no midnight: it began at one.
    expect(startOfDay('2018-11-04')).to.equal('2018-11-04T03:00:00.000Z');
  });

  it('writes timestamps with exactly three decimals, so that they sort as text', () => {
    const at = timestamp(Temporal.Instant.from('2026-11-20T12:49:00Z'));
    expect(at).to.equal('2026-11-20T12:49:00.000Z');
    expect(timestampSchema.safeParse(at).success).to.equal(true);
    expect(timestampSchema.safeParse('2026-11-20T12:49:00Z').success).to.equal(false);
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const order = Temporal.Instant.compare(one, other);
        return Math.sign(order) === (one === other ? 0 : one < other ? -1 : 1);
      }),
    );
  });

  it('assigns every instant to the day that starts at or before it', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const day = dayOf(at);
        expect(startOfDay(day) <= at).to.equal(true);
        expect(startOfDay(addDays(day, 1)) > at).to.equal(true);
      }),
    );
  });

  it('adds days, months and seconds across the ends of months and years', () => {
    expect(addDays('2024-02-28', 1)).to.equal('2024-02-29');
    expect(addDays('2026-12-31', 1)).to.equal('2027-01-01');
    expect(addMonths('2026-12', 1)).to.equal('2027-01');
    expect(addMonths('2026-01', -1)).to.equal('2025-12');
    expect(addSeconds('2026-11-20T23:59:59.500Z', 1)).to.equal('2026-11-21T00:00:00.500Z');
    expect(laterDay('2026-11-20', '2026-09-30')).to.equal('2026-11-20');
  });
});
