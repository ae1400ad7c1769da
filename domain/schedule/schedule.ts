import { z } from 'zod';
import { isBusinessDay } from '#/domain/brazil/calendar.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { currencySchema, positiveCents } from '#/domain/values/money.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';
import {
  addDays,
  dayOf,
  hourOf,
  timestamp,
  ZONE,
  type Day,
  type Timestamp,
} from '#/domain/values/time.ts';
import { SCHEDULE_FROM_HOUR } from './from-hour.ts';

/** When a seller is paid without a request (people.159), and to which destination. */
export const scheduleDetails = z.strictObject({
  platformId: aggregateId,
  destinationId: aggregateId,
  every: z.discriminatedUnion('unit', [
    /** Each business day of banks. */
    z.strictObject({ unit: z.literal('DAY') }),
    /** 1 = Monday. */
    z.strictObject({ unit: z.literal('WEEK'), weekday: z.int().min(1).max(7) }),
    z.strictObject({ unit: z.literal('MONTH'), day: z.int().min(1).max(28) }),
  ]),
  currency: currencySchema,
  /** A smaller balance is left for the next scheduled day. */
  minimum: positiveCents,
});

export type ScheduleDetails = z.output<typeof scheduleDetails>;

/** A schedule has its seller's id. Archived = switched off. */
export const { decider: schedule, events: scheduleEvents } = defineRecord(
  'schedule',
  scheduleDetails,
);

/** A weekday or a day of the month need not be a business day, because PIX pays on every day. */
export const isScheduledOn = ({ every }: Pick<ScheduleDetails, 'every'>, day: Day): boolean => {
  const date = Temporal.PlainDate.from(day);
  switch (every.unit) {
    case 'DAY':
      return isBusinessDay(day);
    case 'WEEK':
      return date.dayOfWeek === every.weekday;
    case 'MONTH':
      return date.day === every.day;
  }
};

export const scheduledFrom = (day: Day): Timestamp => {
  const plainTime = Temporal.PlainTime.from({ hour: SCHEDULE_FROM_HOUR });
  const from = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: ZONE, plainTime });
  return timestamp(from.toInstant());
};

/** Returns the last scheduled day. Today counts from `SCHEDULE_FROM_HOUR` on. */
export const lastScheduledDay = (details: Pick<ScheduleDetails, 'every'>, now: Timestamp): Day => {
  const today = dayOf(now);
  let day = Number(hourOf(now)) < SCHEDULE_FROM_HOUR ? addDays(today, -1) : today;
  while (!isScheduledOn(details, day)) day = addDays(day, -1);
  return day;
};

/** Returns the next scheduled day. Today counts until `SCHEDULE_FROM_HOUR`. */
export const nextScheduledDay = (details: Pick<ScheduleDetails, 'every'>, now: Timestamp): Day => {
  const today = dayOf(now);
  let day = Number(hourOf(now)) < SCHEDULE_FROM_HOUR ? today : addDays(today, 1);
  while (!isScheduledOn(details, day)) day = addDays(day, 1);
  return day;
};
