import { z } from 'zod';

/** Time zone of business days and months: Brazilian banks use this one only. */
export const ZONE = 'America/Sao_Paulo';

/** An instant as ISO 8601 UTC with milliseconds (`2026-11-20T12:49:00.000Z`). */
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

export const dayOf = (at: Timestamp): Day =>
  Temporal.Instant.from(at).toZonedDateTimeISO(ZONE).toPlainDate().toString();

/** The hour of an instant in `ZONE`, as a clock shows it (`09`). */
export const hourOf = (at: Timestamp): string =>
  String(Temporal.Instant.from(at).toZonedDateTimeISO(ZONE).hour).padStart(2, '0');

export const monthOf = (at: Timestamp): Month => dayOf(at).slice(0, 7);

export const addDays = (day: Day, days: number): Day =>
  Temporal.PlainDate.from(day).add({ days }).toString();

export const firstDayOf = (month: Month): Day => `${month}-01`;

export const addMonths = (month: Month, months: number): Month =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString();

export const addSeconds = (at: Timestamp, seconds: number): Timestamp =>
  timestamp(Temporal.Instant.from(at).add({ seconds }));

/** First instant of a day in `ZONE`. */
export const startOfDay = (day: Day): Timestamp =>
  timestamp(Temporal.PlainDate.from(day).toZonedDateTime(ZONE).toInstant());

/**
 * Returns the last day of a period that ends at `end`. A period that ends at midnight does not include the day that begins
 * then.
 */
export const lastDayBefore = (end: Timestamp): Day =>
  Temporal.Instant.from(end)
    .subtract({ nanoseconds: 1 })
    .toZonedDateTimeISO(ZONE)
    .toPlainDate()
    .toString();

export const laterDay = (a: Day, b: Day): Day => (a > b ? a : b);
