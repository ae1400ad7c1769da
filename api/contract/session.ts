import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import { noticeTemplates } from '#/domain/ports/mail.ts';
import { newPassword, shownPreferences } from './person.ts';
import { instant, mutation, query, typedName } from './procedure.ts';
import { roleNames } from './roles.ts';

/**
 * The signed-in user. Signing in and out are better-auth's own calls: `POST /api/auth/sign-in/email {email, password, code?}` and `POST
 * /api/auth/sign-out`; the session is an HttpOnly cookie. After a `session/step-up-required`, `POST /api/auth/step-up {password}`, or
 * `{code}`, makes it possible to send the refused call again.
 */
const session = z.strictObject({
  email: z.string(),
  name: z.string(),
  role: z.enum(roleNames),
  /** For a master `installation`, which is the id of no platform. */
  platformId: aggregateId,
  /** The seller's own id; null for other roles. */
  sellerId: aggregateId.nullable(),
  /** An ADMIN has all flags. */
  permissions: z.array(z.enum(permissionFlags)),
  /** True while their role needs a second factor that they did not show: they have to set it up before anything else. */
  lacksSecondFactor: z.boolean(),
  /** While a member of staff impersonates this seller: the member's e-mail, and until when; null otherwise. */
  impersonation: z.strictObject({ by: z.string(), until: instant }).nullable(),
  /** Notice of the platform to its sellers and staff on every page, such as of maintenance; null without one. */
  maintenance: z.string().nullable(),
  /** Of the person who is signed in, also while they impersonate a seller. */
  preferences: shownPreferences,
});

/** The part of a link after the #, 256 bits. Any length is accepted: a token that never existed gets the same refusal as a used one. */
const token = z.string();

/** The invitation behind a link; `email` and `platformName` are null unless the invitation sets them. */
const invitation = z.strictObject({
  /**
   * `first`: the first person, who also creates the platform. `administrator`: an administrator whom the operator invited. `master`: will
   * create platforms. `functionary`: a functionary whom staff invited, or an administrator whom a master invited. `manager`: a manager whom
   * staff invited. `join`: a member of staff, or a master (`platformName` is then null), who is a user already and signs in to join.
   * `join-manager`: as `join`, for a manager. `recovery`: an existing user who gets a new password.
   */
  kind: z.enum([
    'first',
    'administrator',
    'master',
    'functionary',
    'manager',
    'join',
    'join-manager',
    'recovery',
  ]),
  /** Null when the person chooses it. */
  email: z.string().nullable(),
  platformName: z.string().nullable(),
});

export const sessionContract = {
  'session.get': query(
    'Who is signed in; null when nobody is',
    z.strictObject({}),
    session.nullable(),
  ),
  'session.openInvitation': mutation(
    'What the link of an invitation is for. It changes nothing, and is posted so that the token is in no address',
    z.strictObject({ token }),
    invitation,
    { limit: 'invitation' },
  ),
  'session.requestRecovery': mutation(
    'Mails a link for a new password to the person who signs in by this e-mail. The answer is the same when there is none',
    z.strictObject({ email: z.email().max(254) }),
    /** Where the mails of this installation go. */
    z.strictObject({ to: z.enum(['server', 'outbox', 'nothing']) }),
    { limit: 'invitation' },
  ),
  'session.acceptInvitation': mutation(
    'Lets the holder of an invitation sign in from now on, by a password of their own; works once',
    z.strictObject({
      token,
      email: z.email().max(254),
      password: newPassword,
      /** Name of the person, unless they can sign in already. */
      name: typedName(120).optional(),
      /** Name of the platform, given by its first person. */
      platformName: typedName(80).optional(),
    }),
    z.strictObject({}),
    { limit: 'invitation' },
  ),
  'session.openBlock': mutation(
    'What the link of a mail about the security of an account is about. It changes nothing, and is posted so that the token is in no address',
    z.strictObject({ token }),
    z.strictObject({
      /** E-mail of the account. */
      email: z.string(),
      template: z.enum(noticeTemplates),
      /** When the event that the mail reports happened. */
      at: instant,
    }),
    { limit: 'invitation' },
  ),
  'session.blockAccess': mutation(
    'Ends all sessions and the password of the account that such a link is of; the person chooses a new one by a link. Works once',
    z.strictObject({ token }),
    z.strictObject({}),
    { limit: 'invitation' },
  ),
  'session.openEmailChange': mutation(
    'What the link of a mail about another e-mail is for. It changes nothing, and is posted so that the token is in no address',
    z.strictObject({ token }),
    z.strictObject({
      /** Which address the link was mailed to. */
      side: z.enum(['former', 'new']),
      newEmail: z.string(),
      /** Whether this link was used; `isOtherConfirmed`: whether the link to the other address was. */
      isConfirmed: z.boolean(),
      isOtherConfirmed: z.boolean(),
    }),
    { limit: 'invitation' },
  ),
  'session.confirmEmailChange': mutation(
    'Confirms another e-mail at one of both addresses. With the second one the person signs in by the new e-mail, and all their sessions end',
    z.strictObject({ token }),
    /** Whether this was the second link, so that the e-mail is changed. */
    z.strictObject({ isMade: z.boolean() }),
    { limit: 'invitation' },
  ),
  'session.endImpersonation': mutation(
    'Ends that a member of staff is in as a seller: the session is their own again. When it has ended already, it changes nothing',
    z.strictObject({}),
    z.strictObject({}),
  ),
  'session.joinByInvitation': mutation(
    'Lets the signed-in user, whom the invitation names, come in as what it says too; works once',
    z.strictObject({ token }),
    z.strictObject({}),
    { limit: 'invitation' },
  ),
};

export type Session = z.output<typeof session>;
