import { isMailboxGone } from '#/domain/mail/delivery-status.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import { definePolicy } from './policy.ts';

interface FailedDelivery {
  readonly mailbox?: string | undefined;
  readonly status?: string | undefined;
  readonly requestedAt?: Timestamp | undefined;
  readonly at: Timestamp;
}

const suppress = (
  mailId: string,
  { mailbox, status, requestedAt, at }: FailedDelivery,
): readonly AddressedCommand[] => {
  if (mailbox === undefined || status === undefined || !isMailboxGone(status)) return [];
  const command = {
    type: 'Suppress',
    mailId,
    status,
    reportedAfter: requestedAt ?? at,
    now: at,
  } as const;
  return [{ to: 'mailbox', id: mailbox, command }];
};

/** Stops mails to a mailbox that no longer exists: mail servers may treat senders who continue as spammers (people.102). */
export const suppressMailbox = definePolicy('suppress-mailbox', {
  MailFailed: ({ aggregateId: mailId, data }) => suppress(mailId, data),
  MailBounced: ({ aggregateId: mailId, data }) => suppress(mailId, data),
});
