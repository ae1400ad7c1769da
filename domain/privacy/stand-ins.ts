import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { Contact, Identity } from './encrypted.ts';

/**
 * Acquirers require a document and a phone: where a buyer gives none, placeholders are sent (checkout.45, checkout.43). Read the buyer's
 * through `findGivenDocument` and `findGivenPhone`.
 */

/** Every generated CPF begins like this (`syntheticCpf`). */
const GENERATED = /^000\d{8}$/;

/**
 * Returns the document that a buyer gave; undefined when it was generated.
 * @param email of the same buyer; undefined when it was erased
 */
export const findGivenDocument = (
  { document, synthetic }: Identity,
  email: string | undefined,
): string | undefined => {
  if (synthetic !== undefined) return synthetic ? undefined : document;
  // The oldest generated CPFs have no mark: they were derived from the e-mail. Without it, some real CPFs with 000 look the same.
  const isGenerated =
    email === undefined ? GENERATED.test(document) : document === syntheticCpf(email);
  return isGenerated ? undefined : document;
};

/** Undefined when the buyer gave no phone. */
export const findGivenPhone = ({ phone }: Contact): string | undefined =>
  phone === SYNTHETIC_PHONE ? undefined : phone;
