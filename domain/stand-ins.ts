import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { Contact, Identity } from '#/domain/sealed.ts';

/**
 * Acquirers want a document and a phone of everybody. Where a buyer gives none, numbers that are nobody's stand in for them
 * (checkout.45, checkout.43). They go to acquirers and nowhere else: whatever shows, exports, looks up or searches for a
 * buyer's document or
 * phone reads it through these two functions.
 */

/** How every generated CPF begins (`syntheticCpf`). */
const GENERATED = /^000\d{8}$/;

/**
 * The document that a buyer gave; undefined when it was generated.
 * @param email of the same buyer; undefined when it was erased
 */
export const givenDocument = (
  { document, synthetic }: Identity,
  email: string | undefined,
): string | undefined => {
  if (synthetic !== undefined) return synthetic ? undefined : document;
  // Purchases of the first English pages have no mark; their number was made of the e-mail, and without that cannot be told
  // from the few people's that begin alike.
  const isGenerated =
    email === undefined ? GENERATED.test(document) : document === syntheticCpf(email);
  return isGenerated ? undefined : document;
};

/** The phone that a buyer gave; undefined when there is none, or the one that stands in for everybody's. */
export const givenPhone = ({ phone }: Contact): string | undefined =>
  phone === SYNTHETIC_PHONE ? undefined : phone;
