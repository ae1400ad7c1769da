import type { Decider, EventOf } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import type { MailboxCommand } from './commands.ts';
import type { mailboxEvents } from './events.ts';

export type MailboxEvent = EventOf<typeof mailboxEvents>;

export interface Mailbox {
  readonly isSuppressed: boolean;
  /** The mails that said so, each of which counts once: a release is not undone by what was known before it. */
  readonly mailIds: ReadonlySet<string>;
}

/** Whether mails are sent to a mailbox: a person's e-mail at one platform, whose id is that person's in the vault. */
export const mailbox: Decider<MailboxCommand, MailboxEvent, Mailbox> = {
  category: 'mailbox',
  initial: { isSuppressed: false, mailIds: new Set() },
  decide: (command, { isSuppressed, mailIds }) => {
    const { now: at } = command;
    if (command.type === 'Release') {
      if (mailIds.size === 0) throw new Refused('mailbox/not-suppressed');
      return isSuppressed ? [{ type: 'MailboxReleased', data: { at } }] : [];
    }
    const { mailId, status } = command;
    if (mailIds.has(mailId)) return [];
    return [{ type: 'MailboxSuppressed', data: { mailId, status, at } }];
  },
  evolve: ({ mailIds }, event) =>
    event.type === 'MailboxReleased'
      ? { isSuppressed: false, mailIds }
      : { isSuppressed: true, mailIds: new Set([...mailIds, event.data.mailId]) },
};
