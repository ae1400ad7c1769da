import { cents } from '#/domain/values/money.ts';
import type { Cents } from '#/domain/values/money.ts';
import type { Day } from '#/domain/values/time.ts';

/** Boletos (cobrança): 47-digit line and 44-digit barcode (FEBRABAN; BCB Carta-Circular 2.926/2000). */

/** Cents. */
const AMOUNT_MAX = 99_999_999_99;
const CURRENCY_REAL = '9';
const FACTOR_BASE = '1997-10-07';
/** The factor reached 1000 on 2000-07-03, and returns to 1000 every 9,000 days (first on 2025-02-22). */
const FACTOR_FIRST = 1_000;
const FACTOR_CYCLE = 9_000;

/** Weights 2, 1, 2, 1… from the right; the digits of a product are summed. */
const computeModulo10 = (digits: string): string => {
  let total = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const product = Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 2 : 1);
    total += product > 9 ? product - 9 : product;
  }
  return String((10 - (total % 10)) % 10);
};

/** Weights 2 to 9 from the right; 10 and 11 become 1. */
const computeModulo11 = (digits: string): string => {
  let total = 0;
  for (let index = 0; index < digits.length; index += 1) {
    total += Number(digits[digits.length - 1 - index]) * (2 + (index % 8));
  }
  const digit = 11 - (total % 11);
  return String(digit >= 10 ? 1 : digit);
};

const countDaysSinceBase = (day: Day): number =>
  Temporal.PlainDate.from(FACTOR_BASE).until(day, { largestUnit: 'day' }).days;

/** @throws RangeError before 2000-07-03, when the factor had no four digits yet */
export const dueFactor = (day: Day): number => {
  const days = countDaysSinceBase(day);
  if (days < FACTOR_FIRST) throw new RangeError(`no due factor for ${day}`);
  return ((days - FACTOR_FIRST) % FACTOR_CYCLE) + FACTOR_FIRST;
};

/** A factor stands for one day in each cycle: returns the one nearest to `near`. Undefined (no due date) for a factor below 1000. */
export const dueDateOf = (factor: number, near: Day): Day | undefined => {
  if (factor < FACTOR_FIRST) return undefined;
  const cycles = Math.max(0, Math.round((countDaysSinceBase(near) - factor) / FACTOR_CYCLE));
  return Temporal.PlainDate.from(FACTOR_BASE)
    .add({ days: factor + cycles * FACTOR_CYCLE })
    .toString();
};

const lineOf = (barcode: string): string => {
  const free = barcode.slice(19);
  const first = barcode.slice(0, 4) + free.slice(0, 5);
  const second = free.slice(5, 15);
  const third = free.slice(15);
  return [
    first + computeModulo10(first),
    second + computeModulo10(second),
    third + computeModulo10(third),
    barcode.slice(4, 19),
  ].join('');
};

const barcodeOf = (line: string): string =>
  line.slice(0, 4) + line.slice(32) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);

export interface BoletoRequest {
  /** COMPE code, three digits. */
  readonly bank: string;
  /** 25 digits; each bank has its own layout for them. */
  readonly freeField: string;
  readonly dueDate: Day;
  readonly amount: Cents;
}

export interface BoletoNumbers {
  readonly line: string;
  readonly barcode: string;
}

/** @throws RangeError when a part does not fit the layout */
export const boletoLine = (request: BoletoRequest): BoletoNumbers => {
  const { bank, freeField, amount } = request;
  if (!/^\d{3}$/.test(bank)) throw new RangeError(`not a bank code: ${bank}`);
  if (!/^\d{25}$/.test(freeField)) throw new RangeError('a free field has 25 digits');
  if (amount < 0 || amount > AMOUNT_MAX) throw new RangeError(`no boleto carries ${amount} cents`);
  const head = bank + CURRENCY_REAL;
  const tail = dueFactor(request.dueDate) + String(amount).padStart(10, '0') + freeField;
  const barcode = head + computeModulo11(head + tail) + tail;
  return { line: lineOf(barcode), barcode };
};

export interface BoletoFields extends BoletoNumbers {
  readonly bank: string;
  readonly freeField: string;
  /** Absent when the factor is below 1000, usually 0000. */
  readonly dueDate?: Day;
  readonly amount: Cents;
}

/** `malformed` = not the digits of a boleto in reais; the others name the wrong check digits. */
export type BoletoError = 'malformed' | 'wrong-field-digit' | 'wrong-general-digit';

export type ParsedBoleto =
  | { readonly ok: true; readonly fields: BoletoFields }
  | { readonly ok: false; readonly error: BoletoError };

/** Reads a scanned barcode. `near` (today, or the day of issue) decides the cycle of the due factor. */
export const parseBarcode = (text: string, near: Day): ParsedBoleto => {
  const barcode = text.replace(/\s/g, '');
  if (!/^\d{3}9\d{40}$/.test(barcode)) return { ok: false, error: 'malformed' };
  if (computeModulo11(barcode.slice(0, 4) + barcode.slice(5)) !== barcode[4]) {
    return { ok: false, error: 'wrong-general-digit' };
  }
  const dueDate = dueDateOf(Number(barcode.slice(5, 9)), near);
  return {
    ok: true,
    fields: {
      bank: barcode.slice(0, 3),
      amount: cents(Number(barcode.slice(9, 19))),
      freeField: barcode.slice(19),
      ...(dueDate === undefined ? {} : { dueDate }),
      line: lineOf(barcode),
      barcode,
    },
  };
};

/** Reads a typed line, with or without dots and spaces. `near` as in `parseBarcode`. */
export const parseBoletoLine = (text: string, near: Day): ParsedBoleto => {
  const line = text.replace(/[\s.]/g, '');
  if (!/^\d{3}9\d{43}$/.test(line)) return { ok: false, error: 'malformed' };
  const barcode = barcodeOf(line);
  if (lineOf(barcode).slice(0, 32) !== line.slice(0, 32)) {
    return { ok: false, error: 'wrong-field-digit' };
  }
  return parseBarcode(barcode, near);
};

/** Formats as `34191.75462 24615.781234 41234.510000 3 83840000003090`; other texts are unchanged. */
export const formatBoletoLine = (line: string): string =>
  line.replace(
    /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/,
    '$1.$2 $3.$4 $5.$6 $7 $8',
  );
