import type { Letter, MailTransport } from '#/domain/ports/mail.ts';
import type { Timestamp } from '#/domain/values/time.ts';

export type KeptLetter = Pick<
  Letter,
  'mailId' | 'to' | 'subject' | 'html' | 'text' | 'language'
> & {
  readonly keptAt: Timestamp;
};

/** Keeps the mails of a demo, which has no mail server. */
export interface Outbox {
  /** A second time changes nothing. */
  readonly keep: (letter: KeptLetter) => Promise<void>;
  /** Newest first. */
  readonly list: () => Promise<readonly KeptLetter[]>;
  /** Unknown ids are ignored. */
  readonly remove: (mailIds: readonly string[]) => Promise<void>;
}

/** Older ones are dropped. */
export const MOST_KEPT = 200;

export const createMemoryOutbox = (): Outbox => {
  let kept: readonly KeptLetter[] = [];
  return {
    keep: async (letter) => {
      if (kept.some(({ mailId }) => mailId === letter.mailId)) return;
      kept = [letter, ...kept].slice(0, MOST_KEPT);
    },
    list: async () => kept,
    remove: async (mailIds) => {
      kept = kept.filter(({ mailId }) => !mailIds.includes(mailId));
    },
  };
};

/** Keeps mails in the outbox instead of sending them. */
export const outboxTransport = (outbox: Outbox, now: () => Timestamp): MailTransport => ({
  send: async ({ mailId, to, subject, html, text, language }) => {
    try {
      await outbox.keep({ mailId, to, subject, html, text, language, keptAt: now() });
      return { kind: 'accepted' };
    } catch (error) {
      return { kind: 'deferred', cause: 'unanswered', text: String(error) };
    }
  },
  close: async () => undefined,
});
