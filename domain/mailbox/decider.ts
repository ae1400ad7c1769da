import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { MailboxCommand } from './commands.ts';
import type { mailboxEvents } from './events.ts';

export type MailboxEvent = EventOf<typeof mailboxEvents>;

export interface Mailbox {
  readonly isSuppressed: boolean;
  readonly releasedAt: Timestamp | null;
}

/** Whether mails are sent to a mailbox. A report from before its release does not suppress it again. */
export const mailbox: Decider<MailboxCommand, MailboxEvent, Mailbox> = {
  category: 'mailbox',
  initial: { isSuppressed: false, releasedAt: null },
  decide: (command, { isSuppressed, releasedAt }) => {
    const { now: at } = command;
    if (command.type === 'Release') {
      if (isSuppressed) return [{ type: 'MailboxReleased', data: { at } }];
      if (releasedAt === null) throw new Refused('mailbox/not-suppressed');
      return [];
    }
    const { mailId, status, reportedAfter } = command;
    if (isSuppressed || (releasedAt !== null && reportedAfter <= releasedAt)) return [];
    return [{ type: 'MailboxSuppressed', data: { mailId, status, at } }];
  },
  evolve: (state, event) =>
    event.type === 'MailboxReleased'
      ? { isSuppressed: false, releasedAt: event.data.at }
      : { ...state, isSuppressed: true },
};
