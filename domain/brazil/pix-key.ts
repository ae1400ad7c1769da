import type { PixKeyType } from '#/domain/ports/payout.ts';

import { isValidCnpj, isValidCpf, normaliseDocument } from './document.ts';
import { phoneInE164 } from './phone.ts';

/** DICT's limit for any key (BCB pix-api, `CobBase.chave`). */
const KEY_LENGTH_MAX = 77;
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** Any UUID version, like DICT's own pattern (money.69). */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The characters of a CPF or CNPJ, with or without punctuation. An e-mail has an `@`. */
const DOCUMENT = /^[0-9A-Za-z./\s-]+$/;
const PHONE = /^\+?[\d\s().-]+$/;

/** The type of a PIX key, in the order of money.69. A number that is both a valid CPF and a phone counts as a CPF. */
export const detectPixKeyType = (text: string): PixKeyType | undefined => {
  const key = text.trim();
  if (key.length > KEY_LENGTH_MAX) return undefined;
  if (DOCUMENT.test(key) && isValidCpf(key)) return 'CPF';
  if (DOCUMENT.test(key) && isValidCnpj(key)) return 'CNPJ';
  if (EMAIL.test(key)) return 'EMAIL';
  if (UUID.test(key)) return 'RANDOM';
  const digits = key.replace(/\D/g, '').length;
  return PHONE.test(key) && digits >= 9 && digits <= 15 ? 'PHONE' : undefined;
};

/** Returns which document the key probably is, when its check digits are wrong. */
const findMistypedDocument = (key: string): 'CPF' | 'CNPJ' | undefined => {
  const digits = key.replace(/\D/g, '');
  if (!DOCUMENT.test(key) || phoneInE164(key) !== undefined) return undefined;
  if (digits.length === 11) return 'CPF';
  return digits.length === 14 ? 'CNPJ' : undefined;
};

/** Undefined when the key is valid. */
export const findPixKeyError = (text: string): 'CPF' | 'CNPJ' | 'UNKNOWN' | undefined => {
  const type = detectPixKeyType(text);
  if (type !== undefined && type !== 'PHONE') return undefined;
  return findMistypedDocument(text.trim()) ?? (type === undefined ? 'UNKNOWN' : undefined);
};

/** The phone in E.164 (money.70); undefined when it is none, or probably a mistyped document. */
const normalisePhoneKey = (key: string): string | undefined => {
  if (detectPixKeyType(key) !== 'PHONE' || findMistypedDocument(key)) return undefined;
  const digits = key.replace(/\D/g, '');
  const isWhole = key.startsWith('+') || digits.length > 11;
  return phoneInE164(key) ?? (isWhole ? `+${digits}` : `+55${digits}`);
};

/** Returns a key as DICT stores it: bare document, E.164 phone, lower-case e-mail and UUID. */
export const normalisePixKey = (type: PixKeyType, text: string): string | undefined => {
  const key = text.trim();
  if (key.length > KEY_LENGTH_MAX) return undefined;
  switch (type) {
    case 'CPF':
      return isValidCpf(key) ? normaliseDocument(key) : undefined;
    case 'CNPJ':
      return isValidCnpj(key) ? normaliseDocument(key) : undefined;
    case 'EMAIL':
      return EMAIL.test(key) ? key.toLowerCase() : undefined;
    case 'RANDOM':
      return UUID.test(key) ? key.toLowerCase() : undefined;
    case 'PHONE':
      return normalisePhoneKey(key);
  }
};
