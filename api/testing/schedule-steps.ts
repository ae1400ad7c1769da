import { expect } from 'chai';
import { startScheduledPayouts } from '#/api/workers/scheduled-payouts.ts';
import { addDays, addSeconds, startOfDay, type Day, type Timestamp } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { listSchedulesAfter } from '#/projections/schedules.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import type { PayoutWorld } from './payout-world.ts';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A Wednesday. */
export const TODAY = '2026-11-18';

/** @param seconds since the beginning of today */
export const at = (seconds: number): Timestamp => addSeconds(startOfDay(TODAY), seconds);

/** @param days from today */
export const dayIn = (days: number): Day => addDays(TODAY, days);

export const everyWeekOn = (day: Day) => ({
  unit: 'WEEK',
  weekday: Temporal.PlainDate.from(day).dayOfWeek,
});

/** The time by which a world runs. */
export interface Clock {
  now: Timestamp;
}

/** Steps of tests of scheduled payouts. @param world as for `payoutSteps` @param clock that of the world */
export const scheduleSteps = (world: () => PayoutWorld, clock: Clock) => {
  const commandIdOf = (day: Day = TODAY): string =>
    derivedId('scheduled withdrawal', world().seller.personId, day);
  return {
    /** Id of the first scheduled withdrawal of a day. */
    idOf: (day: Day = TODAY): string => derivedId('withdrawal', commandIdOf(day)),

    /** Id of the second one, which follows one that failed. */
    secondIdOf: (day: Day): string =>
      derivedId('withdrawal', derivedId('scheduled withdrawal', commandIdOf(day))),

    /** @param setAt when the schedule is set; absent = now */
    setSchedule: async (
      destinationId: string,
      every: object = everyWeekOn(TODAY),
      setAt = clock.now,
    ): Promise<void> => {
      const { call, get, seller, services, store } = world();
      const before = clock.now;
      clock.now = setAt;
      const { body } = await get('/api/seller.getSchedule', { as: seller });
      const input = { destinationId, every, minimum: 100_00, basedOn: Object(body).revision };
      const answer = await call('seller.reviseSchedule', input, seller);
      clock.now = before;
      expect(answer.status, answer.text).to.equal(200);
      const head = await store.head();
      if (head) await services.projections.waitFor(head, ['schedules'], 20_000);
    },

    /** Sets the clock, and lets the schedule run once. @returns what failed @param seconds since the beginning of today */
    runAt: async (seconds: number): Promise<readonly unknown[]> => {
      const { services, settled } = world();
      const failures: unknown[] = [];
      clock.now = at(seconds);
      let runs = 0;
      const work = startScheduledPayouts({
        core: services.core,
        listSchedulesAfter: async (sellerId, limit) => {
          runs += 1;
          return listSchedulesAfter(services.database, sellerId, limit);
        },
        pausedUntil: async () => undefined,
        onFailure: (error) => void failures.push(error),
      });
      await eventually(() => runs > 0 || undefined, 'a run of the schedule');
      await work.stop();
      await settled();
      return failures;
    },
  };
};
