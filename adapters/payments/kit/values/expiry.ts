import { dayOf, lastDayBefore, type Day, type Timestamp } from '#/domain/values/time.ts';

/** Uses the offset that Brazil has had all year round since 2019. */
const endOfDay = (day: Day): string => `${day}T23:59:59.999-03:00`;

/** For how long a charge can be paid at most. Some providers have a limit of their own (acquirers.107, acquirers.108, acquirers.109). */
export interface ExpiryRule {
  readonly seconds: number;
}

export const seconds = (count: number): ExpiryRule => ({ seconds: count });
export const minutes = (count: number): ExpiryRule => seconds(count * 60);
export const days = (count: number): ExpiryRule => minutes(count * 24 * 60);

/** Returns the platform's expiry of the charge, or the provider's limit when that is earlier. */
export const endOf = (
  { expiresAt }: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): Timestamp => {
  const latest = new Date(Date.parse(now) + rule.seconds * 1_000).toISOString();
  return expiresAt !== undefined && expiresAt < latest ? expiresAt : latest;
};

/** Returns the last day on which the charge can be paid: banks know no finer expiry of a boleto. */
export const lastDayOf = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): Day => lastDayBefore(endOf(charge, rule, now));

/**
 * Returns the last instant, in Brazil, of the last day on which the charge can be paid. For providers that turn an instant into a day: they
 * would take the midnight at the end of that day for the next day.
 */
export const lastMomentOf = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): Timestamp => new Date(endOfDay(lastDayOf(charge, rule, now))).toISOString();

/** Returns the days from today to the last day on which the charge can be paid. */
export const daysUntilLastDay = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): number =>
  Temporal.PlainDate.from(dayOf(now)).until(lastDayOf(charge, rule, now), { largestUnit: 'day' })
    .days;

/** Seconds from now until the charge expires, at least one. */
export const secondsUntilEnd = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: () => Timestamp,
): number => {
  // The usual case needs no clock.
  if (charge.expiresAt === undefined) return rule.seconds;
  const at = now();
  const left = Math.floor((Date.parse(endOf(charge, rule, at)) - Date.parse(at)) / 1_000);
  return Math.max(1, left);
};

/** Returns the days until the charge expires, rounded up, for providers that accept only whole days. */
export const daysUntilEnd = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: () => Timestamp,
): number => Math.ceil(secondsUntilEnd(charge, rule, now) / days(1).seconds);

/** The format in which we and most providers write instants. */
const OURS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** A time without a zone is Brazil's. */
const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/**
 * Returns an instant in our format. A time without a zone is taken as Brazil's; a day becomes its last millisecond in Brazil. Undefined
 * when the text is neither a time nor a day.
 */
export const instantOf = (text: string): string | undefined => {
  if (OURS.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
  const at = DAY.test(text) ? endOfDay(text) : LOCAL.test(text) ? `${text}-03:00` : text;
  const milliseconds = Date.parse(at);
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString();
};

const WITH_ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Returns the instant a number of seconds after another. Undefined when the text is not an instant with a zone, or the year has more
 * than four digits.
 */
export const endAfter = (text: string, secondsLater: number): Timestamp | undefined => {
  const milliseconds = WITH_ZONE.test(text) ? Date.parse(text) + secondsLater * 1_000 : Number.NaN;
  const end = new Date(milliseconds);
  if (Number.isNaN(end.getTime())) return undefined;
  return OURS.test(end.toISOString()) ? end.toISOString() : undefined;
};
