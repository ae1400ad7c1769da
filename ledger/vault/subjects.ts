import { createHmac } from 'node:crypto';
import { normaliseDocument } from '#/domain/brazil/document.ts';
import { normalisePhone, SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { RetentionClass } from '#/domain/privacy/encrypted.ts';

/** The data by which a person is found on one platform, stored as keyed digests. */
export interface Lookup {
  readonly platformId: string;
  readonly email?: string | undefined;
  /** CPF or CNPJ. */
  readonly document?: string | undefined;
  readonly phone?: string | undefined;
}

/** A keyed digest, and the class of the data that was digested. */
export interface BlindIndexEntry {
  readonly blind: Buffer;
  readonly class: RetentionClass;
}

/** The placeholder phone number (checkout.44) matches no one. */
const omitSyntheticPhone = (phone: string | undefined): string | undefined => {
  const national = phone && (normalisePhone(phone) ?? phone);
  return national === SYNTHETIC_PHONE ? undefined : national;
};

/**
 * Returns the digests of the data by which a person is found. Keyed, because CPFs and phones are so few that a plain digest could be
 * guessed in seconds.
 */
export const blindsOf = (indexKey: Buffer, { platformId, email, document, phone }: Lookup) => {
  const computeBlind = (kind: string, text: string): Buffer =>
    createHmac('sha256', indexKey)
      .update(JSON.stringify([kind, platformId, text]))
      .digest();
  const of = (
    kind: string,
    text: string | undefined,
    by: RetentionClass,
  ): readonly BlindIndexEntry[] =>
    text === undefined ? [] : [{ blind: computeBlind(kind, text), class: by }];
  return {
    email: email === undefined ? undefined : computeBlind('email', email.trim().toLowerCase()),
    others: [
      ...of('document', document && normaliseDocument(document), 'fiscal'),
      ...of('phone', omitSyntheticPhone(phone), 'contact'),
    ],
  };
};
