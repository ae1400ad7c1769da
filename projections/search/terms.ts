import { isValidCnpj, isValidCpf, normaliseDocument } from '#/domain/brazil/document.ts';
import { normalisePhone } from '#/domain/brazil/phone.ts';
import { wordsOf } from './words.ts';

/** One thing that a sale must have: whichever of these it may be read as. */
export interface Term {
  /** Words of a name or title; all of them. */
  readonly words: readonly string[];
  /** A whole e-mail. */
  readonly email?: string;
  /** The digits of a document or phone, without country. */
  readonly number?: string;
  /** How an id may begin. */
  readonly id?: string;
}

/** Longest text that is looked for, in characters. */
export const LONGEST_SEARCH = 200;

/** Shorter beginnings of ids are shared by too many. */
const SHORTEST_ID = 6;

/** Between blanks, dots, dashes and brackets: `(11) 98765-4321`, `+55 11 98765-4321`, `529.982.247-25`. */
const MASKED_NUMBER = /(?<![\p{L}\p{N}_.:@-])\+?\(?\d[\d\s().\-/]{7,}\d(?![\p{L}\p{N}_:@-])/gu;

const MASK = /[\s().\-/+]/g;

/**
 * A document or phone as the index holds it: digits, without mask, country or long-distance zero. An
 * alphanumeric CNPJ keeps its letters. Undefined when it can be neither.
 */
export const numberOf = (text: string): string | undefined => {
  const bare = text.replaceAll(MASK, '');
  if (isValidCpf(bare) || isValidCnpj(bare)) return normaliseDocument(bare);
  if (!/^\d{10,14}$/.test(bare)) return undefined;
  const national = normalisePhone(bare.replace(/^0+(?=\d{10,11}$)/, ''));
  return national ?? bare;
};

/** As addresses are compared; undefined when it is none. */
export const emailOf = (text: string): string | undefined => {
  const bare = text
    .trim()
    .replace(/^mailto:/i, '')
    .replaceAll(/^[<("']+|[>)"',;.]+$/g, '')
    .toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(bare) ? bare : undefined;
};

const termOf = (text: string): Term => {
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

const isSomething = ({ words, email, number, id }: Term): boolean =>
  words.length > 0 || email !== undefined || number !== undefined || id !== undefined;

/**
 * What somebody typed or pasted, as terms that must all match: names, e-mails, documents, phones, ids, titles. What cannot
 * be looked for (`%`, one letter, an emoji) is left out, so none may be left.
 */
export const termsOf = (text: string): readonly Term[] => {
  const clean = text
    .slice(0, LONGEST_SEARCH)
    .toWellFormed()
    // Marks without width come along with what is copied from web pages.
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\uFFFD]/gu, ' ');
  const numbers: string[] = [];
  const rest = clean.replaceAll(MASKED_NUMBER, (masked) => {
    if (numberOf(masked) === undefined) return masked;
    numbers.push(masked.trim());
    return ' ';
  });
  const parts = [...numbers, ...rest.split(/\s+/)];
  const terms = parts.map(termOf).filter(isSomething);
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
};
