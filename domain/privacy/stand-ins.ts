import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { Contact, Identity } from './encrypted.ts';

/**
 * If a buyer gave no document or phone, the acquirer gets a placeholder (checkout.45, checkout.43). These functions return only what the
 * buyer gave.
 */

/** Every generated CPF begins like this (`syntheticCpf`). */
const GENERATED = /^000\d{8}$/;

/**
 * Returns the document that a buyer gave; undefined when it was generated.
 * @param email of the buyer. Old records do not say whether the document was generated, but a generated CPF derives from the e-mail. If
 * the e-mail is unknown, each CPF of an old record that begins with 000 counts as generated
 */
export const findGivenDocument = (
  { document, synthetic }: Identity,
  email: string | undefined,
): string | undefined => {
  if (synthetic !== undefined) return synthetic ? undefined : document;
  const isGenerated =
    email === undefined ? GENERATED.test(document) : document === syntheticCpf(email);
  return isGenerated ? undefined : document;
};

/** Undefined when the buyer gave no phone. */
export const findGivenPhone = ({ phone }: Contact): string | undefined =>
  phone === SYNTHETIC_PHONE ? undefined : phone;
