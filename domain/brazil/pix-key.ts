import type { PixKeyType } from '#/domain/ports/payment-provider.ts';

import { isValidCnpj, isValidCpf, normaliseDocument } from './document.ts';
import { phoneInE164 } from './phone.ts';

/** DICT's limit for any key (BCB pix-api, `CobBase.chave`). */
const KEY_LENGTH_MAX = 77;
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/**
 * What a masked CPF or CNPJ may hold; keeps the digits inside an e-mail from reading as a document.
 */
const DOCUMENT = /^[0-9A-Za-z./\s-]+$/;
const PHONE = /^\+?[\d\s().-]+$/;

/**
 * The kind of a PIX key, tried in the order of spec 2 §5: CPF, CNPJ (letters included), e-mail,
 * UUID, then 9 to 15 digits as a phone. Eleven digits that are both a CPF and a mobile are a CPF,
 * unless written with a `+`.
 */
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

/**
 * A key as DICT stores it: bare document, `+55…` phone, lower-case e-mail and UUID. Undefined when
 * the text is no key of that type; a phone must then be complete (area code included) and
 * Brazilian.
 */
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
      return phoneInE164(key);
  }
};
