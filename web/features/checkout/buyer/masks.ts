import { maskitoTransform } from '@maskito/core';
import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core';
import { isValidPhone } from '#/domain/brazil/phone.ts';

const digit = /\d/;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** `9` stands for any digit, as in checkout.31. */
const mask = (pattern: string): MaskitoOptions => ({
  mask: Array.from(pattern, (character) => (character === '9' ? digit : character)),
});

/** `1/27` becomes `01/27`; `01/2027` and `012027` become `01/27`. */
export const normaliseExpiry = (text: string): string =>
  text.replace(/^\s*(\d)\s*\//, '0$1/').replace(/^\s*(\d{2})\s*\/?\s*20(\d{2})\s*$/, '$1/$2');

/** Drops leading zeros and the country prefix 55 before area code and number. */
const withoutPrefix = (digits: string): string =>
  digits.replace(/^0{1,2}(?=(?:55)?\d{10,11}$)/, '').replace(/^55(?=\d{10,11}$)/, '');

/** Removes the country prefix. 55 is an area code too, so it is removed from longer numbers only. */
const nationalNumber: MaskitoPreprocessor = ({ elementState, data }, action) => {
  const { value, selection } = elementState;
  const [start, end] = selection;
  // A value that was set as a whole, such as by autofill, and not typed.
  const isWhole = action === 'validation';
  const digits = digitsOf(isWhole ? value : value.slice(0, start) + data + value.slice(end));
  const national = withoutPrefix(digits);
  if (national === digits || (!isWhole && isValidPhone(value))) return { elementState, data };
  return isWhole
    ? { elementState: { value: national, selection: [national.length, national.length] } }
    : { elementState: { value: '', selection: [0, 0] }, data: national };
};

export const masks = {
  phone: { ...mask('(99) 99999-9999'), preprocessors: [nationalNumber] },
  cpf: mask('999.999.999-99'),
  cep: mask('99999-999'),
  cardNumber: mask('9999 9999 9999 9999'),
  cardExpiration: {
    ...mask('99/99'),
    preprocessors: [
      ({ elementState, data }) => ({ elementState, data: normaliseExpiry(data) }),
      // `1/` typed one by one becomes `01/`.
      ({ elementState, data }) =>
        data === '/' && /^\d$/.test(elementState.value)
          ? {
              elementState: { value: `0${elementState.value}`, selection: [2, 2] },
              data,
            }
          : { elementState, data },
    ],
  },
  cardCvv: mask('9999'),
} as const satisfies Record<string, MaskitoOptions>;

/** The server's maximum lengths; the name's is from checkout.32. */
export const limits = {
  name: 30,
  email: 254,
  street: 120,
  number: 20,
  complement: 80,
  district: 80,
  city: 80,
  cardName: 50,
} as const;

/** Control characters, direction marks and zero-width breaks. Joiners stay: letters and emoji need them. */
const INVISIBLE = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** The first half of a character of two code units, such as an emoji: a cut can leave it. */
const HALF_A_CHARACTER = /[\ud800-\udbff]$/;

const maskOf: Readonly<Record<string, MaskitoOptions>> = masks;
const limitOf: Readonly<Record<string, number>> = limits;

/** Returns the text that the field takes: masked, or without invisible characters and cut to the limit. */
export const fitToField = (field: string, text: string): string => {
  const options = maskOf[field];
  if (options) return maskitoTransform(text, options);
  return text.replace(INVISIBLE, '').slice(0, limitOf[field]).replace(HALF_A_CHARACTER, '');
};

/** Whether a text exceeds the limit of its field, which has no mask. */
export const isTooLong = (field: string, text: string): boolean =>
  text.replace(INVISIBLE, '').length > (limitOf[field] ?? Infinity);

/** Nine characters with the hyphen (checkout.54). */
export const isCompletePostalCode = (text: string): boolean => /^\d{5}-\d{3}$/.test(text);
