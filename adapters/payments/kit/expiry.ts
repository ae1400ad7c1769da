import { dayOf, lastDayBefore, type Day, type Timestamp } from '#/domain/time.ts';

/** With the offset that Brazil has had all year round since 2019. */
const endOfDay = (day: Day): string => `${day}T23:59:59.999-03:00`;

/** How long a charge may be paid where the provider has a rule of its own (acquirers.107, acquirers.108, acquirers.109). */
export interface ExpiryRule {
  readonly seconds: number;
}

export const seconds = (count: number): ExpiryRule => ({ seconds: count });
export const minutes = (count: number): ExpiryRule => seconds(count * 60);
export const days = (count: number): ExpiryRule => minutes(count * 24 * 60);

/** The platform's end of the charge, but never later than the provider's rule allows. */
export const endOf = (
  { expiresAt }: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): Timestamp => {
  const latest = new Date(Date.parse(now) + rule.seconds * 1_000).toISOString();
  return expiresAt !== undefined && expiresAt < latest ? expiresAt : latest;
};

/** The last day of it: banks know no other end of a boleto. */
export const lastDayOf = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): Day => lastDayBefore(endOf(charge, rule, now));

/** Its last moment, for those who make a day of an instant: the midnight after it would be a day too many. */
export const lastMomentOf = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): Timestamp => new Date(endOfDay(lastDayOf(charge, rule, now))).toISOString();

/** From today to that day. */
export const daysUntilLastDay = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): number =>
  Temporal.PlainDate.from(dayOf(now)).until(lastDayOf(charge, rule, now), { largestUnit: 'day' })
    .days;

/** Seconds from now until then, at least one. */
export const secondsUntilEnd = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: () => Timestamp,
): number => {
  // The usual case costs no look at the clock.
  if (charge.expiresAt === undefined) return rule.seconds;
  const at = now();
  const left = Math.floor((Date.parse(endOf(charge, rule, at)) - Date.parse(at)) / 1_000);
  return Math.max(1, left);
};

/** The same in whole days: some providers know nothing finer. */
export const daysUntilEnd = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: () => Timestamp,
): number => Math.ceil(secondsUntilEnd(charge, rule, now) / days(1).seconds);

/** As we write instants ourselves, and most providers too. */
const OURS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Without a zone it is Brazil's. */
const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/** An instant, or a day, which is over when the next begins. */
export const instantOf = (text: string): string | undefined => {
  if (OURS.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
  const at = DAY.test(text) ? endOfDay(text) : LOCAL.test(text) ? `${text}-03:00` : text;
  const milliseconds = Date.parse(at);
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString();
};

const WITH_ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** An instant so many seconds after another; undefined when that is none, or in no year that we write. */
export const endAfter = (text: string, secondsLater: number): Timestamp | undefined => {
  const milliseconds = WITH_ZONE.test(text) ? Date.parse(text) + secondsLater * 1_000 : Number.NaN;
  const end = new Date(milliseconds);
  if (Number.isNaN(end.getTime())) return undefined;
  return OURS.test(end.toISOString()) ? end.toISOString() : undefined;
};
