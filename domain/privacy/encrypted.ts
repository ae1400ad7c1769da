import { z } from 'zod';

/** Retention classes of personal data; `subject/retention.ts` decides how long each is kept. */
export const retentionClasses = ['fiscal', 'contact'] as const;

export type RetentionClass = (typeof retentionClasses)[number];

/** Personal data in events. Destroying its key makes it unreadable; hashes over it stay valid. */
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
  /** True: `document` was generated (checkout.43). Absent in older purchases: read it with `findGivenDocument`. */
  readonly synthetic?: boolean;
}

/** How a buyer reached the checkout; decrypted `contact` data. */
export interface Visit {
  readonly utmQuery?: string | undefined;
  readonly referer?: string | undefined;
  readonly ip?: string | undefined;
}

/** Decrypted `contact` data of a person. */
export interface Contact {
  readonly email: string;
  /** Digits. Older purchases may hold a placeholder: read it with `findGivenPhone`. */
  readonly phone?: string;
}
