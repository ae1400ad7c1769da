import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { Contact, Identity } from './encrypted.ts';

/**
 * An acquirer gets a placeholder for a document or phone that a buyer did not give (checkout.45, checkout.43). These functions return
 * what the buyer gave.
 */

/** Every generated CPF begins like this (`syntheticCpf`). */
const GENERATED = /^000\d{8}$/;

/**
 * Returns the document that a buyer gave; undefined when it was generated.
 * @param email decides about old records, which do not say whether the document was generated: a generated CPF derives from the
 * e-mail. Without it, each CPF that begins with 000 counts as generated there
 */
export const findGivenDocument = (
  { document, synthetic }: Identity,
  email: string | undefined,
): string | undefined => {
  if (synthetic !== undefined) return synthetic ? undefined : document;
  // Old generated CPFs have no mark, but were derived from the e-mail.
  const isGenerated =
    email === undefined ? GENERATED.test(document) : document === syntheticCpf(email);
  return isGenerated ? undefined : document;
};

/** Undefined when the buyer gave no phone. */
export const findGivenPhone = ({ phone }: Contact): string | undefined =>
  phone === SYNTHETIC_PHONE ? undefined : phone;
