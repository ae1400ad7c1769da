import { Decimal } from 'decimal.js';
import { z } from 'zod';

declare const centsBrand: unique symbol;
declare const basisPointsBrand: unique symbol;

/** An amount in the currency's smallest unit: a safe integer, made by `cents`. */
export type Cents = number & { readonly [centsBrand]: true };

/** Hundredths of a percent: 1 % = 100. */
export type BasisPoints = number & { readonly [basisPointsBrand]: true };

/** The currencies in which offers are priced; schema for events and requests. */
export const currencySchema = z.enum(['BRL', 'EUR', 'USD']);

export type Currency = z.output<typeof currencySchema>;

export type Rounding = 'half-up' | 'down';

export const cents = (value: number): Cents => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
};

export const basisPoints = (value: number): BasisPoints => {
  if (!Number.isInteger(value) || value < 0 || value > 100_000) {
    throw new RangeError(`not basis points: ${value}`);
  }
  return value as BasisPoints;
};

export const ZERO = cents(0);

/** A single amount has a limit; balances and sums (`signedCents`, `totalCents`) have none. */
export const signedCents = z.int().transform(cents);
export const totalCents = z.int().min(0).transform(cents);
export const amountInCents = z.int().min(0).max(99_999_999_99).transform(cents);
export const positiveCents = z.int().min(1).max(99_999_999_99).transform(cents);
export const percentInBasisPoints = z.int().min(0).max(100_000).transform(basisPoints);

export const sum = (amounts: Iterable<Cents>): Cents => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
};

export const add = (...amounts: readonly Cents[]): Cents => sum(amounts);

export const subtract = (from: Cents, amount: Cents): Cents => cents(from - amount);

export const negate = (amount: Cents): Cents => cents(-amount);

/** `half-up` rounds 0.5 away from zero. BigInt, because the product may be too large for an exact number. */
export const percentOf = (amount: Cents, share: BasisPoints, rounding: Rounding): Cents => {
  const exact = BigInt(amount) * BigInt(share);
  const half = rounding === 'down' ? 0n : amount < 0 ? -5_000n : 5_000n;
  return cents(Number((exact + half) / 10_000n));
};

/** Returns `amount × part ÷ whole`, rounded down; zero if `whole` is zero. Takes non-negative amounts. */
export const proportion = (amount: Cents, part: Cents, whole: Cents): Cents => {
  if (whole === 0) return ZERO;
  return cents(Number((BigInt(amount) * BigInt(part)) / BigInt(whole)));
};

/**
 * Splits an amount in proportion to whole-number weights. Each part is rounded down. The cents that remain go to the parts with the
 * largest fractions; of equal fractions, the earlier part comes first.
 * @throws RangeError for a negative amount, for weights that are negative or not whole, and if they sum to zero
 */
export const allocate = (amount: Cents, weights: readonly number[]): readonly Cents[] => {
  if (amount < 0) throw new RangeError('allocate takes a non-negative amount');
  if (!weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0)) {
    throw new RangeError('allocate needs whole, non-negative weights');
  }
  const total = weights.reduce((before, weight) => before + BigInt(weight), 0n);
  if (total === 0n) throw new RangeError('allocate needs weights that sum above zero');
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((share) => Number(share / total));
  const remainder = amount - parts.reduce((before, part) => before + part, 0);
  const byFraction = exact
    .map((share, index) => ({ index, fraction: share % total }))
    .toSorted((a, b) => Number(b.fraction - a.fraction) || a.index - b.index);
  for (const { index } of byFraction.slice(0, remainder)) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map(cents);
};

const PLAIN_DECIMAL = /^-?\d{1,13}(?:\.\d{1,8})?$/;

/** Formats as `19.90`, as the BCB's pix-api requires (`\d{1,10}\.\d{2}`). */
export const toReais = (amount: Cents): string => new Decimal(amount).div(100).toFixed(2);

/**
 * Parses an amount in reais: `19.9` and `19.90` are 1,990 cents; `1990` is 199,000 cents.
 * @throws RangeError when it is no plain decimal, or finer than a cent
 */
export const fromReais = (written: number | string): Cents => {
  const text = String(written);
  if (!PLAIN_DECIMAL.test(text)) throw new RangeError('not an amount');
  return cents(new Decimal(text).times(100).toNumber());
};
