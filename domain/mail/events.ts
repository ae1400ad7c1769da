import { z } from 'zod';
import { personKinds, secondFactorChanges } from '#/domain/access/events.ts';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { explanation } from '#/domain/privacy/personal-text.ts';
import { receiverFileKinds } from '#/domain/receiver/files.ts';
import { currencySchema, positiveCents } from '#/domain/values/money.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { deliveryStatus } from './delivery-status.ts';

/** `RETURNED`: the payout came back after it was paid. */
const withdrawalOutcomes = ['PAID', 'REFUSED', 'RETURNED'] as const;

export const mailLanguages = ['pt-BR', 'en'] as const;

/** What a mail says; each kind has a template (`api/mail/templates/`). */
export const mailContent = z.discriminatedUnion('template', [
  z.strictObject({
    template: z.literal('new-device'),
    signedInAt: timestampSchema,
    /** `{ ip }`; null if the person's data had been erased before. */
    address: encrypted.nullable(),
  }),
  z.strictObject({
    template: z.literal('new-password'),
    changedAt: timestampSchema,
    /** The person chose the password while signed in. Absent = by a link. */
    by: z.literal('SESSION').optional(),
    /** `{ ip }` of the browser; null if the person's data had been erased before. */
    address: encrypted.nullable(),
  }),
  z.strictObject({
    template: z.literal('new-email'),
    changedAt: timestampSchema,
    /** `{ ip }` of the browser; null if the person's data had been erased before. */
    address: encrypted.nullable(),
  }),
  z.strictObject({
    template: z.literal('second-factor'),
    change: z.enum(secondFactorChanges),
    changedAt: timestampSchema,
    /** `{ ip }` of the browser in which it was changed; null when erased, or when staff changed it. */
    address: encrypted.nullable(),
  }),
  z.strictObject({
    template: z.literal('new-destination'),
    declaredAt: timestampSchema,
  }),
  z.strictObject({
    // A payout to the PIX key came back, or the account belongs to another person.
    template: z.literal('suspended-destination'),
    suspendedAt: timestampSchema,
  }),
  z.strictObject({
    template: z.literal('recovery'),
    /** Id of the link to choose a new password; the link itself is not recorded. */
    linkId: z.uuid(),
  }),
  z.strictObject({
    template: z.literal('invitation'),
    /** Id of the link to the first sign-in. */
    linkId: z.uuid(),
  }),
  z.strictObject({
    template: z.literal('registration'),
    /** Id of the link to register as a seller. */
    linkId: z.uuid(),
  }),
  z.strictObject({
    template: z.literal('seller-invitation'),
    /** Id of the link to register as an invited seller. */
    linkId: z.uuid(),
  }),
  z.strictObject({
    template: z.literal('confirm-former-email'),
    /** Id of the link that confirms the change at the current address. */
    linkId: z.uuid(),
  }),
  z.strictObject({
    template: z.literal('confirm-new-email'),
    /** Id of the link that confirms the change at the new address. */
    linkId: z.uuid(),
  }),
  z.strictObject({
    template: z.literal('withdrawal'),
    outcome: z.enum(withdrawalOutcomes),
    /** What was paid out, or came back to the seller; absent for a refusal. */
    amount: positiveCents.optional(),
    currency: currencySchema.optional(),
    reason: z.string().optional(),
    happenedAt: timestampSchema,
  }),
  z.strictObject({
    template: z.literal('document-rejected'),
    document: z.enum(receiverFileKinds),
    reason: z.string(),
    rejectedAt: timestampSchema,
  }),
  // A member of staff tests whether mails arrive.
  z.strictObject({ template: z.literal('test') }),
]);

/** A person with a sign-in. The address is looked up when the mail is sent. */
const recipient = z.strictObject({ kind: z.enum(personKinds), personId: aggregateId });

const MailRequested = z.strictObject({
  platformId: aggregateId,
  to: recipient,
  language: z.enum(mailLanguages),
  content: mailContent,
  at: timestampSchema,
});

/** The mail is about to be given to the mail server. */
const MailAttempted = z.strictObject({
  /** New for each attempt: of several processes, the one that recorded this id sends the mail. */
  attemptId: z.uuid(),
  ordinal: z.int().positive(),
  /** The id, in the vault, of the e-mail that the mail goes to. Absent in attempts from before 2026-11-27. */
  mailbox: z.uuid().optional(),
  deadline: timestampSchema,
  at: timestampSchema,
});

const MailAccepted = z.strictObject({ attemptId: z.uuid(), at: timestampSchema });

/** The mail server was not reached, did not take the mail now, or may have taken it. */
const MailDeferred = z.strictObject({
  attemptId: z.uuid(),
  cause: z.string(),
  text: explanation,
  nextAt: timestampSchema,
  at: timestampSchema,
});

/** The mail server refused the mail, or the last attempt did not succeed. */
const MailFailed = z.strictObject({
  attemptId: z.uuid(),
  mailbox: z.uuid().optional(),
  cause: z.string(),
  /** Absent when the mail server gave none. */
  status: deliveryStatus.optional(),
  text: explanation,
  at: timestampSchema,
});

/** A mail server that had taken the mail could not deliver it (RFC 3464). */
const MailBounced = z.strictObject({
  /** Absent when the report is about another mailbox, to which mails are forwarded. */
  mailbox: z.uuid().optional(),
  status: deliveryStatus,
  text: explanation,
  /** When the mail was requested. Absent before 2026-11-27. */
  requestedAt: timestampSchema.optional(),
  at: timestampSchema,
});

const MailWithheld = z.strictObject({
  cause: z.enum([
    'no-mail-server',
    'recipient-gone',
    'mailbox-gone',
    'too-old',
    'link-over',
    'other-address',
    'switched-off',
  ]),
  at: timestampSchema,
});

export const mailEvents = {
  MailRequested,
  MailAttempted,
  MailAccepted,
  MailDeferred,
  MailFailed,
  MailBounced,
  MailWithheld,
};

export type MailLanguage = (typeof mailLanguages)[number];
export type MailContent = z.output<typeof mailContent>;
export type MailRecipient = z.output<typeof recipient>;
export type MailRequestedData = z.output<typeof MailRequested>;
export type MailWithheldData = z.output<typeof MailWithheld>;
export type MailAttemptedData = z.output<typeof MailAttempted>;
