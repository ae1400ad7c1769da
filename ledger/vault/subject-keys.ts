import type { RetentionClass } from '#/domain/privacy/encrypted.ts';

export interface SubjectKey {
  readonly subject: string;
  readonly class: RetentionClass;
}

/** How long a process may still use a key that another process destroyed. */
export const KEY_SECONDS = 60;

export const nameOf = (of: SubjectKey): string => `${of.subject}/${of.class}`;
