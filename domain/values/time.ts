import { z } from 'zod';

/** Brazilian banks use this time zone for business days. */
export const ZONE = 'America/Sao_Paulo';

/** ISO 8601 UTC with milliseconds (`2026-11-20T12:49:00.000Z`). */
export type Timestamp = string;

/** A calendar day in `ZONE` (`2026-11-20`). */
export type Day = string;

/** A calendar month in `ZONE` (`2026-11`). */
export type Month = string;

export const timestampSchema = z.iso.datetime({ precision: 3 });
export const daySchema = z.iso.date();
export const monthSchema = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/);

export const timestamp = (instant: Temporal.Instant): Timestamp =>
  instant.toString({ smallestUnit: 'millisecond' });

/** As many hours as eleven years have. */
const MOST_HOURS = 100_000;

/** Caches by hour: the zone's offsets have been whole hours since 1914. */
const cacheByHour = <Value>(
  derive: (local: Temporal.ZonedDateTime) => Value,
): ((at: Timestamp) => Value) => {
  const cache = new Map<string, Value>();
  return (at) => {
    const hour = at.slice(0, 13);
    let value = cache.get(hour);
    if (value === undefined) {
      if (cache.size === MOST_HOURS) cache.clear();
      value = derive(Temporal.Instant.from(at).toZonedDateTimeISO(ZONE));
      cache.set(hour, value);
    }
    return value;
  };
};

export const dayOf: (at: Timestamp) => Day = cacheByHour((local) => local.toPlainDate().toString());

/** The hour of an instant in `ZONE` (`09`). */
export const hourOf: (at: Timestamp) => string = cacheByHour(({ hour }) =>
  String(hour).padStart(2, '0'),
);

/** The time of day of an instant in `ZONE` (`14:05:09`). */
export const timeOf = (at: Timestamp): string => `${hourOf(at)}${at.slice(13, 19)}`;

export const monthOf = (at: Timestamp): Month => dayOf(at).slice(0, 7);

// `Date` is faster here than `Temporal`. The sums are in UTC, where all days are equally long.
const DAY_MS = 86_400_000;

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const firstDayOf = (month: Month): Day => `${month}-01`;

export const addMonths = (month: Month, months: number): Month => {
  const first = new Date(firstDayOf(month));
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
};

export const addSeconds = (at: Timestamp, seconds: number): Timestamp =>
  new Date(Date.parse(at) + seconds * 1_000).toISOString();

/** First instant of a day in `ZONE`. */
export const startOfDay = (day: Day): Timestamp =>
  timestamp(Temporal.PlainDate.from(day).toZonedDateTime(ZONE).toInstant());

/** The last day of a period. A period that ends at midnight does not include the day that begins then. */
export const lastDayBefore = (end: Timestamp): Day =>
  Temporal.Instant.from(end)
    .subtract({ nanoseconds: 1 })
    .toZonedDateTimeISO(ZONE)
    .toPlainDate()
    .toString();

export const laterDay = (a: Day, b: Day): Day => (a > b ? a : b);

export const laterMonth = (a: Month, b: Month): Month => (a > b ? a : b);
