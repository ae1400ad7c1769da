/** Taxpayer numbers. Pure and small: the checkout's browser bundle imports this file. */

import { fnv1a } from '#/domain/values/fnv1a.ts';

export type DocumentType = 'CPF' | 'CNPJ';

/** Upper case, without the mask. Letters are part of a CNPJ since July 2026 (IN RFB 2.229/2024). */
export const normaliseDocument = (text: string): string =>
  text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2] as const;
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2] as const;

/** Modulo 11; a character counts as its ASCII code minus 48, so `A` is 17. */
const checkDigit = (characters: string, weights: readonly number[]): string => {
  const aligned = weights.slice(weights.length - characters.length);
  const total = aligned.reduce(
    (sum, weight, index) => sum + weight * (characters.charCodeAt(index) - 48),
    0,
  );
  const remainder = total % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
};

const withCheckDigits = (base: string, weights: readonly number[]): string => {
  const first = base + checkDigit(base, weights);
  return first + checkDigit(first, weights);
};

const isOneCharacterRepeated = (text: string): boolean => /^(.)\1*$/.test(text);

/** Accepts the bare number or any mask. */
export const isValidCpf = (text: string): boolean => {
  const cpf = normaliseDocument(text);
  if (!/^\d{11}$/.test(cpf) || isOneCharacterRepeated(cpf)) return false;
  return withCheckDigits(cpf.slice(0, 9), CPF_WEIGHTS) === cpf;
};

/** Accepts numeric and alphanumeric CNPJs, bare or masked, in either case. */
export const isValidCnpj = (text: string): boolean => {
  const cnpj = normaliseDocument(text);
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj) || isOneCharacterRepeated(cnpj)) return false;
  return withCheckDigits(cnpj.slice(0, 12), CNPJ_WEIGHTS) === cnpj;
};

/** Undefined when the text is neither a valid CPF nor a valid CNPJ. */
export const documentType = (text: string): DocumentType | undefined => {
  if (isValidCpf(text)) return 'CPF';
  return isValidCnpj(text) ? 'CNPJ' : undefined;
};

/** @param document valid and without its mask */
export const kindOfDocument = (document: string): DocumentType =>
  document.length === 11 ? 'CPF' : 'CNPJ';

/** Formats by length as `529.982.247-25` or `12.ABC.345/01DE-35` (people.49); anything else is unchanged. */
export const formatDocument = (text: string): string => {
  const document = normaliseDocument(text);
  if (document.length === 11) {
    return document.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4');
  }
  if (document.length === 14) {
    return document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
  }
  return text;
};

/** A well-formed CPF for a buyer who gave none (checkout.43). Store that it is synthetic: a real CPF may begin with 000, too. */
export const syntheticCpf = (seed: string): string => {
  const ordinal = 1 + (fnv1a(seed) % 999_999);
  return withCheckDigits(`000${String(ordinal).padStart(6, '0')}`, CPF_WEIGHTS);
};
