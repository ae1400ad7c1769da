import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { deliveryStatus } from '#/domain/mail/delivery-status.ts';
import { timestampSchema } from '#/domain/values/time.ts';

/** A mail server reported that the mailbox is gone: nothing more is sent there. */
const MailboxSuppressed = z.strictObject({
  mailId: aggregateId,
  status: deliveryStatus,
  at: timestampSchema,
});

/** Mails to the mailbox were allowed again: by staff, or because its owner confirmed a change of e-mail from it. */
const MailboxReleased = z.strictObject({ at: timestampSchema });

export const mailboxEvents = { MailboxSuppressed, MailboxReleased };
