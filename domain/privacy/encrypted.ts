import { z } from 'zod';

/** Retention classes of personal data; `subject/retention.ts` decides until when each is kept. */
export const retentionClasses = ['fiscal', 'contact'] as const;

export type RetentionClass = (typeof retentionClasses)[number];

/**
 * Personal data as events store it: ciphertext under a key per subject and retention class. Destroying that key makes the text
 * unreadable for ever, while every hash over it stays valid. `fiscal` is kept for the tax law's term, `contact` is not.
 */
export const encrypted = z.strictObject({
  subject: z.uuid(),
  class: z.enum(retentionClasses),
  ciphertext: z.string(),
});

export type Encrypted = z.output<typeof encrypted>;

/** Decrypted `fiscal` data of a person. */
export interface Identity {
  readonly name: string;
  /** CPF or CNPJ, unformatted. */
  readonly document: string;
  /**
   * True: the buyer gave no document, and `document` was generated (checkout.43). False: the buyer gave it. Absent in older purchases,
   * where it may be either: so `document` is read with `findGivenDocument`.
   */
  readonly synthetic?: boolean;
}

/** Decrypted `contact` data about how a buyer reached the checkout. */
export interface Visit {
  readonly utmQuery?: string | undefined;
  readonly referer?: string | undefined;
  readonly ip?: string | undefined;
}

/** Decrypted `contact` data of a person. */
export interface Contact {
  readonly email: string;
  /** Digits. Absent when the buyer gave none; older purchases may hold a placeholder: read it with `findGivenPhone`. */
  readonly phone?: string;
}
