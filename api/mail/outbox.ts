import type { Letter, MailTransport } from '#/domain/ports/mail.ts';
import type { Timestamp } from '#/domain/values/time.ts';

export type KeptLetter = Pick<
  Letter,
  'mailId' | 'to' | 'subject' | 'html' | 'text' | 'language'
> & {
  readonly keptAt: Timestamp;
};

/** Stores the mails of a demo without mail server. */
export interface Outbox {
  /** Stores a mail. Does nothing for a mail that is stored already. */
  readonly keep: (letter: KeptLetter) => Promise<void>;
  /** Newest first. */
  readonly list: () => Promise<readonly KeptLetter[]>;
  /** Unknown ids are ignored. */
  readonly remove: (mailIds: readonly string[]) => Promise<void>;
}

/** Stored mails; older ones are dropped. */
export const MOST_KEPT = 200;

export const createMemoryOutbox = (): Outbox => {
  let letters: readonly KeptLetter[] = [];
  return {
    keep: async (letter) => {
      if (letters.some(({ mailId }) => mailId === letter.mailId)) return;
      letters = [letter, ...letters].slice(0, MOST_KEPT);
    },
    list: async () => letters,
    remove: async (mailIds) => {
      letters = letters.filter(({ mailId }) => !mailIds.includes(mailId));
    },
  };
};

/** Stores mails in the outbox instead of sending them. */
export const outboxTransport = (outbox: Outbox, now: () => Timestamp): MailTransport => ({
  send: async ({ mailId, to, subject, html, text, language }) => {
    try {
      await outbox.keep({ mailId, to, subject, html, text, language, keptAt: now() });
      return { kind: 'accepted' };
    } catch (error) {
      return { kind: 'deferred', cause: 'unanswered', text: String(error) };
    }
  },
  takeBack: (mailId) => outbox.remove([mailId]),
  close: async () => undefined,
});
