import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { Contact, Identity } from './encrypted.ts';

/**
 * Acquirers require a document and a phone for every buyer. Where a buyer gives none, placeholder numbers are sent instead (checkout.45,
 * checkout.43). They go to acquirers only: code that shows, exports, looks up or searches for a buyer's document or phone must read it
 * through `findGivenDocument` or `findGivenPhone`.
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
  // Purchases on the first English pages have no mark: their CPF was derived from the e-mail. Without the e-mail it cannot be
  // distinguished from the few real CPFs that also begin with 000.
  const isGenerated =
    email === undefined ? GENERATED.test(document) : document === syntheticCpf(email);
  return isGenerated ? undefined : document;
};

/** Returns the phone that a buyer gave; undefined when there is none, or only the placeholder. */
export const findGivenPhone = ({ phone }: Contact): string | undefined =>
  phone === SYNTHETIC_PHONE ? undefined : phone;
