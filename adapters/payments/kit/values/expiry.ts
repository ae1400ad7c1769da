import { dayOf, lastDayBefore, type Day, type Timestamp } from '#/domain/values/time.ts';

/** Brazil's offset all year round, since 2019. */
const endOfDay = (day: Day): string => `${day}T23:59:59.999-03:00`;

/** How long a charge can be paid at most (acquirers.107, acquirers.108, acquirers.109). */
export interface ExpiryRule {
  readonly seconds: number;
}

export const seconds = (count: number): ExpiryRule => ({ seconds: count });
export const minutes = (count: number): ExpiryRule => seconds(count * 60);
export const days = (count: number): ExpiryRule => minutes(count * 24 * 60);

/** The earlier of the platform's expiry and the provider's limit. */
export const endOf = (
  { expiresAt }: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): Timestamp => {
  const latest = new Date(Date.parse(now) + rule.seconds * 1_000).toISOString();
  return expiresAt !== undefined && expiresAt < latest ? expiresAt : latest;
};

/** The last day of a boleto: banks know a boleto's expiry only as a day. */
export const lastDayOf = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): Day => lastDayBefore(endOf(charge, rule, now));

/** The end of `lastDayOf` in Brazilian time, for providers that turn an instant into a day. */
export const lastMomentOf = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): Timestamp => new Date(endOfDay(lastDayOf(charge, rule, now))).toISOString();

export const daysUntilLastDay = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): number =>
  Temporal.PlainDate.from(dayOf(now)).until(lastDayOf(charge, rule, now), { largestUnit: 'day' })
    .days;

/** Returns at least one second. */
export const secondsUntilEnd = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: () => Timestamp,
): number => {
  // The usual case needs no clock.
  if (charge.expiresAt === undefined) return rule.seconds;
  const at = now();
  const remaining = Math.floor((Date.parse(endOf(charge, rule, at)) - Date.parse(at)) / 1_000);
  return Math.max(1, remaining);
};

/** Rounded up, for providers that accept whole days. */
export const daysUntilEnd = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: () => Timestamp,
): number => Math.ceil(secondsUntilEnd(charge, rule, now) / days(1).seconds);

const OUR_FORMAT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** A time without a zone is Brazil's. */
const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/** Converts to a `Timestamp`; undefined = no time. A time without a zone is Brazil's; a day becomes its last millisecond there. */
export const instantOf = (text: string): string | undefined => {
  if (OUR_FORMAT.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
  const at = DAY.test(text) ? endOfDay(text) : LOCAL.test(text) ? `${text}-03:00` : text;
  const milliseconds = Date.parse(at);
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString();
};

const WITH_ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** The instant so many seconds after the one in the text. Undefined when the text has no zone, or the year more than four digits. */
export const endAfter = (text: string, secondsLater: number): Timestamp | undefined => {
  const milliseconds = WITH_ZONE.test(text) ? Date.parse(text) + secondsLater * 1_000 : Number.NaN;
  const end = new Date(milliseconds);
  if (Number.isNaN(end.getTime())) return undefined;
  return OUR_FORMAT.test(end.toISOString()) ? end.toISOString() : undefined;
};
