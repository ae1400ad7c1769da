import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { deliveryStatus } from '#/domain/mail/delivery-status.ts';
import { timestampSchema } from '#/domain/time.ts';

/** A mail said that the mailbox is gone: nothing more is sent there. */
const MailboxSuppressed = z.strictObject({
  mailId: aggregateId,
  status: deliveryStatus,
  at: timestampSchema,
});

/** A member of staff has mails sent there again. */
const MailboxReleased = z.strictObject({ at: timestampSchema });

export const mailboxEvents = { MailboxSuppressed, MailboxReleased };
