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
export const mailStatus = z.enum(['WAITING', 'ACCEPTED', 'FAILED', 'BOUNCED', 'WITHHELD']);

export const mailLine = z.strictObject({
  mailId: aggregateId,
  template: mailTemplate,
  person: z.strictObject({
    kind: z.enum(personKinds),
    id: aggregateId,
    /** A seller's name, or the e-mail of any other person; null after erasure. */
    name: z.string().nullable(),
  }),
  status: mailStatus,
  /** How many attempts at sending the mail were begun. */
  attempts: z.int(),
  /** When the mail is tried next; null once there are no more attempts. */
  nextAt: instant.nullable(),
  /**
   * `smtp-` with the code of the mail server's answer, `status-` with the code of a bounce (RFC 3463), or one of our own cause words. Null
   * where there is none.
   */
  cause: z.string().nullable(),
  /** The mail server's own words, without addresses; null where it gave none. */
  explanation: z.string().nullable(),
  /** True if no more mails are sent to this mailbox, because a mail server said that it does not exist. */
  isMailboxSuppressed: z.boolean(),
  requestedAt: instant,
  concludedAt: instant.nullable(),
});

/** Where mails go; decided when the process starts. */
export const mailSettings = z.strictObject({
  /** `outbox`: a demo shows them at `/outbox`; `nothing`: no mail server is set up. */
  to: z.enum(['server', 'outbox', 'nothing']),
  /** The sender; null where none is set up. */
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
