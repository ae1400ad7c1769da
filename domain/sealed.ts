import { z } from 'zod';

/** How long personal data is kept; `subject/retention.ts` says until when each is. */
export const retentionClasses = ['fiscal', 'contact'] as const;

export type RetentionClass = (typeof retentionClasses)[number];

/**
 * Personal data as events hold it: ciphertext under a key per subject and retention class. Erasing that key makes the text
 * unreadable for ever while every hash over it stays valid. `fiscal` is kept for the tax law's term, `contact` is not.
 */
export const sealed = z.strictObject({
  subject: z.uuid(),
  class: z.enum(retentionClasses),
  ciphertext: z.string(),
});

export type Sealed = z.output<typeof sealed>;

/** What `fiscal` text of a person says. */
export interface Identity {
  readonly name: string;
  /** CPF or CNPJ, unformatted. */
  readonly document: string;
  /**
   * The buyer gave no document, and this one was generated (checkout.43): read it with `givenDocument`. Older ones have no
   * mark.
   */
  readonly synthetic?: boolean;
}

/** What `contact` text of how a buyer came says. */
export interface Visit {
  readonly utmQuery?: string | undefined;
  readonly referer?: string | undefined;
  readonly ip?: string | undefined;
}

/** What `contact` text of a person says. */
export interface Contact {
  readonly email: string;
  /** Digits. Absent when the buyer gave none; older ones may hold what stands in for it: read it with `givenPhone`. */
  readonly phone?: string;
}
