import type { Timestamp } from '#/domain/time.ts';

/** How long a charge may be paid where the provider has a rule of its own (spec 2 §9). */
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

/** The same as whole days from now, at least one: some providers know nothing finer. */
export const daysUntilEnd = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): number => Math.ceil(secondsUntilEnd(charge, rule, now) / days(1).seconds);

/** The same as whole seconds from now, at least one. */
export const secondsUntilEnd = (
  charge: { readonly expiresAt?: string },
  rule: ExpiryRule,
  now: Timestamp,
): number =>
  Math.max(1, Math.floor((Date.parse(endOf(charge, rule, now)) - Date.parse(now)) / 1_000));

/** An instant, or a day, which is over when the next begins. */
export const instantOf = (text: string): string | undefined => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59.999-03:00` : text;
  const milliseconds = Date.parse(at);
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString();
};
