import { cents, fromReais, toReais, type Cents } from '#/domain/values/money.ts';

export interface AmountUnit {
  readonly write: (amount: Cents) => number | string;
  /** @throws RangeError when it is no amount, or finer than a cent */
  readonly read: (written: number | string) => Cents;
}

/** 1990 is R$ 19,90. */
export const inCents: AmountUnit = {
  write: (amount) => amount,
  read: (written) => {
    if (!/^-?\d{1,15}$/.test(String(written))) throw new RangeError('not an amount');
    return cents(Number(written));
  },
};

/** 19.9 is R$ 19,90. */
export const inReais: AmountUnit = {
  write: (amount) => Number(toReais(amount)),
  read: fromReais,
};

/** "19.90" is R$ 19,90: `\d{1,10}\.\d{2}` of the BCB's pix-api. */
export const inReaisText: AmountUnit = { write: toReais, read: fromReais };
