import { Decimal } from 'decimal.js';
import { cents, type Cents } from '#/domain/money.ts';

/** How a provider writes money on its wire. */
export interface AmountUnit {
  readonly write: (amount: Cents) => number | string;
  /** @throws RangeError when it is no amount, or finer than a cent */
  readonly read: (written: number | string) => Cents;
}

const PLAIN = /^-?\d{1,13}(?:\.\d{1,8})?$/;

const decimalOf = (written: number | string): Decimal => {
  const text = String(written);
  if (!PLAIN.test(text)) throw new RangeError('not an amount');
  return new Decimal(text);
};

const fromReais = (written: number | string): Cents =>
  cents(decimalOf(written).times(100).toNumber());

/** 1990 is R$ 19,90. */
export const inCents: AmountUnit = {
  write: (amount) => amount,
  read: (written) => cents(decimalOf(written).toNumber()),
};

/** 19.9 is R$ 19,90. */
export const inReais: AmountUnit = {
  write: (amount) => new Decimal(amount).div(100).toNumber(),
  read: fromReais,
};

/** "19.90" is R$ 19,90: `\d{1,10}\.\d{2}` of the BCB's pix-api. */
export const inReaisText: AmountUnit = {
  write: (amount) => new Decimal(amount).div(100).toFixed(2),
  read: fromReais,
};
