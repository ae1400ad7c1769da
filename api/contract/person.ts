import { z } from 'zod';
import { personKinds } from '#/domain/access/events.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { optionalMails } from '#/domain/mail/optional-mails.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { mutation, query } from './procedure.ts';
import { roleNames } from './roles.ts';

export const openSession = z.strictObject({
  sessionId: z.string(),
  /** Whether this is the calling session. */
  isThis: z.boolean(),
  /** As the browser said at the sign-in. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  beganAt: timestampSchema,
  /** Accurate to five minutes. */
  usedAt: timestampSchema,
});

const membership = z.strictObject({
  kind: z.enum(personKinds),
  personId: aggregateId,
  role: z.enum(roleNames),
  platformName: z.string().nullable(),
  /** Null for people who are not sellers. */
  sellerName: z.string().nullable(),
  /** Whether the calling session acts in it. */
  isThis: z.boolean(),
});

export const newPassword = z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD);

/** Of an authenticator app, or a recovery code. */
export const typedCode = z.string().min(1).max(40);

const secondFactor = z.strictObject({
  /** Null while the factor is off. */
  since: timestampSchema.nullable(),
  recoveryCodesLeft: z.int(),
  /** Whether any role of the person needs a second factor, also a role in which the session does not act. */
  isObligatory: z.boolean(),
});

const emailChange = z.strictObject({
  newEmail: z.string(),
  /** Whether the link to the former address was used. */
  isFormerConfirmed: z.boolean(),
  isNewConfirmed: z.boolean(),
  until: timestampSchema,
});

const languages = ['pt', 'en'] as const;
const themes = ['light', 'dark', 'system'] as const;

/** The same in any browser; null: not chosen. */
const preferences = z.strictObject({
  language: z.enum(languages).nullable(),
  theme: z.enum(themes).nullable(),
  /** Optional mails that the person does not get. */
  switchedOff: z.array(z.enum(optionalMails)),
});

/** Preferences that every page shows. */
export const shownPreferences = preferences.pick({ language: true, theme: true });

const recoveryCodes = z.strictObject({
  /** Each works once, in place of a code. Shown in this answer only. */
  recoveryCodes: z.array(z.string()),
});

/** A signed-in person's own access, whatever their role. */
export const personContract = {
  'person.listSessions': query(
    'The sessions of the signed-in person that go on, the last used first',
    z.strictObject({}),
    z.strictObject({ sessions: z.array(openSession) }),
  ),
  'person.endSession': mutation(
    'Ends a session of the signed-in person, in every process within a second',
    z.strictObject({ sessionId: z.string().max(100) }),
    z.strictObject({}),
  ),
  'person.listMemberships': query(
    'What the signed-in person may come in as: a seller, or staff of a platform',
    z.strictObject({}),
    z.strictObject({ memberships: z.array(membership) }),
  ),
  'person.chooseMembership': mutation(
    'Goes on as another of them, without signing in again',
    membership.pick({ kind: true, personId: true }),
    z.strictObject({}),
  ),
  'person.getEmailChange': query(
    'The change of the signed-in person’s e-mail that waits to be confirmed; null when none does',
    z.strictObject({}),
    z.strictObject({ waiting: emailChange.nullable() }),
  ),
  'person.requestEmailChange': mutation(
    'Mails a link to the signed-in person’s e-mail and one to another, by which they sign in once both were used. Ends what waited before',
    z.strictObject({ email: z.email().max(254) }),
    z.strictObject({}),
  ),
  'person.cancelEmailChange': mutation(
    'Ends what waits: both links are good no more',
    z.strictObject({}),
    z.strictObject({}),
  ),
  'person.changePassword': mutation(
    'Gives the signed-in person a new password. Ends their other sessions, and lets withdrawals rest',
    z.strictObject({ password: newPassword }),
    z.strictObject({}),
  ),
  'person.getPreferences': query(
    'The language and theme that the signed-in person has chosen, and which mails they do not get',
    z.strictObject({}),
    preferences,
  ),
  'person.setPreferences': mutation(
    'Keeps what the signed-in person has chosen for themselves; what is left out stays as it was',
    z.strictObject({
      language: z.enum(languages).optional(),
      theme: z.enum(themes).optional(),
      switchedOff: preferences.shape.switchedOff.optional(),
    }),
    z.strictObject({}),
  ),
  'person.getSecondFactor': query(
    'Whether the signed-in person has a second factor: an authenticator app',
    z.strictObject({}),
    secondFactor,
  ),
  'person.beginSecondFactor': mutation(
    'Makes the secret of another authenticator app, which counts once its first code is confirmed',
    z.strictObject({}),
    z.strictObject({
      /** Base32, to type; `uri` is for a QR code. */
      secret: z.string(),
      uri: z.string(),
    }),
  ),
  'person.confirmSecondFactor': mutation(
    'Switches the second factor on by the first code of the app. Ends the other sessions of the person, and lets withdrawals rest',
    z.strictObject({ code: typedCode }),
    recoveryCodes,
  ),
  'person.renewRecoveryCodes': mutation(
    'Makes recovery codes in place of those before',
    z.strictObject({}),
    recoveryCodes,
  ),
  'person.removeSecondFactor': mutation(
    'Switches the second factor off, where it is not obligatory. Ends the other sessions of the person, and lets withdrawals rest',
    z.strictObject({}),
    z.strictObject({}),
  ),
};

export type Preferences = z.output<typeof preferences>;
export type EmailChange = z.output<typeof emailChange>;
export type SecondFactorState = z.output<typeof secondFactor>;
export type OwnMembership = z.output<typeof membership>;
export type OpenSession = z.output<typeof openSession>;
