import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { Contact, Identity } from './encrypted.ts';

/** Acquirers get placeholders for a document or phone that a buyer did not give (checkout.45, checkout.43). Read the buyer's own here. */

/** Every generated CPF begins like this (`syntheticCpf`). */
const GENERATED = /^000\d{8}$/;

/**
 * Returns the document that a buyer gave; undefined when it was generated.
 * @param email tells old generated CPFs from real ones that begin with 000; without it, those count as generated
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
