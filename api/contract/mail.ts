import { z } from 'zod';
import { personKinds } from '#/domain/access/events.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { instant, mutation, page, paging, position, query } from './procedure.ts';

export const mailTemplate = z.enum([
  'new-device',
  'new-password',
  'new-email',
  'second-factor',
  'new-destination',
  'suspended-destination',
  'recovery',
  'invitation',
  'registration',
  'seller-invitation',
  'confirm-former-email',
  'confirm-new-email',
  'withdrawal',
  'document-rejected',
  'test',
]);
/** `WITHHELD`: deliberately not sent, for the reason in `cause`. */
export const mailStatus = z.enum(['WAITING', 'ACCEPTED', 'FAILED', 'BOUNCED', 'WITHHELD']);

export const mailLine = z.strictObject({
  mailId: aggregateId,
  template: mailTemplate,
  person: z.strictObject({
    kind: z.enum(personKinds),
    id: aggregateId,
    /** A seller's name, or another person's e-mail; null after erasure. */
    name: z.string().nullable(),
  }),
  status: mailStatus,
  /** Attempts begun. */
  attempts: z.int(),
  /** Null once there are no more attempts. */
  nextAt: instant.nullable(),
  /** `smtp-` with the mail server's code, `status-` with a bounce's (RFC 3463), or a word of our own. */
  cause: z.string().nullable(),
  /** The mail server's own words, without addresses. */
  explanation: z.string().nullable(),
  /** No more mails are sent to this mailbox: a mail server said that it does not exist. */
  isMailboxSuppressed: z.boolean(),
  requestedAt: instant,
  concludedAt: instant.nullable(),
});

/** Decided when the process starts. */
export const mailSettings = z.strictObject({
  /** Where mails go. `outbox`: a demo shows them at `/outbox`. `nothing`: no mail server is set up. */
  to: z.enum(['server', 'outbox', 'nothing']),
  /** The sender. */
  from: z.string().nullable(),
});

export const mailContract = {
  'admin.getMail': query('Where the mails of the product go', z.strictObject({}), mailSettings),
  'admin.listMails': query(
    'The mails to people of the platform, and what the mail server said of each',
    z.strictObject({ ...paging, status: mailStatus.optional() }),
    page(mailLine),
  ),
  'admin.releaseMailbox': mutation(
    'Has mails sent again to the mailbox that this mail found gone',
    z.strictObject({ mailId: aggregateId }),
    z.strictObject({ position }),
  ),
  'admin.sendTestMail': mutation(
    'Sends a mail to the caller, to see that mails arrive',
    z.strictObject({}),
    z.strictObject({ position }),
  ),
};

export type MailLine = z.output<typeof mailLine>;
export type MailDestination = z.output<typeof mailSettings>;
