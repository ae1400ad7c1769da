import { isValidCnpj, isValidCpf, normaliseDocument } from '#/domain/brazil/document.ts';
import { normalisePhone } from '#/domain/brazil/phone.ts';
import { wordsOf } from './words.ts';

/** One condition: an id begins with `id`, or the sale has the e-mail, the number or all words. */
export interface SearchWord {
  /** Words of a name or title; all must match. */
  readonly words: readonly string[];
  readonly email?: string;
  /** A document or phone, as `numberOf` returns it. */
  readonly number?: string;
  readonly id?: string;
}

/** Longest search text, in characters. */
export const LONGEST_SEARCH = 200;

/** Shorter prefixes match too many ids. */
const SHORTEST_ID = 6;

/** As `(11) 98765-4321`, `+55 11 98765-4321`, `529.982.247-25`. */
const MASKED_NUMBER = /(?<![\p{L}\p{N}_.:@-])\+?\(?\d[\d\s().\-/]{7,}\d(?![\p{L}\p{N}_:@-])/gu;

const MASK = /[\s().\-/+]/g;

/**
 * Returns a document or phone without mask, country code or long-distance zero; undefined = the text is neither. An alphanumeric CNPJ
 * keeps its letters.
 */
export const numberOf = (text: string): string | undefined => {
  const unmasked = text.replaceAll(MASK, '');
  if (isValidCpf(unmasked) || isValidCnpj(unmasked)) return normaliseDocument(unmasked);
  if (!/^\d{10,14}$/.test(unmasked)) return undefined;
  const national = normalisePhone(unmasked.replace(/^0+(?=\d{10,11}$)/, ''));
  return national ?? unmasked;
};

export const emailOf = (text: string): string | undefined => {
  const address = text
    .trim()
    .replace(/^mailto:/i, '')
    .replaceAll(/^[<("']+|[>)"',;.]+$/g, '')
    .toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
};

const searchWordOf = (text: string): SearchWord => {
  const email = emailOf(text);
  if (email !== undefined) return { words: [], email };
  const number = numberOf(text);
  const isId = /^[\w.:-]+$/.test(text) && /\d/.test(text) && text.length >= SHORTEST_ID;
  return {
    words: number === undefined ? wordsOf(text) : [],
    ...(number !== undefined && { number }),
    ...(isId && { id: text }),
  };
};

const isSearchable = ({ words, email, number, id }: SearchWord): boolean =>
  words.length > 0 || email !== undefined || number !== undefined || id !== undefined;

/** Parts that cannot be searched for (`%`, one letter, an emoji) are left out. */
export const searchWordsOf = (text: string): readonly SearchWord[] => {
  const clean = text
    .slice(0, LONGEST_SEARCH)
    .toWellFormed()
    // Zero-width characters come with text copied from web pages.
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\uFFFD]/gu, ' ');
  const numbers: string[] = [];
  const rest = clean.replaceAll(MASKED_NUMBER, (masked) => {
    if (numberOf(masked) === undefined) return masked;
    numbers.push(masked.trim());
    return ' ';
  });
  const parts = [...numbers, ...rest.split(/\s+/)];
  const terms = parts.map(searchWordOf).filter(isSearchable);
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
};
