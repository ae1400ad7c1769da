import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import { noticeTemplates } from '#/domain/ports/mail.ts';
import { newPassword, shownPreferences } from './person.ts';
import { instant, mutation, query, typedName } from './procedure.ts';
import { roleNames } from './roles.ts';

/** The signed-in person. `POST /api/auth/sign-in/email` and `/sign-out`, outside this contract, set and clear the HttpOnly cookie. */
const session = z.strictObject({
  email: z.string(),
  name: z.string(),
  role: z.enum(roleNames),
  /** `installation` for a master. */
  platformId: aggregateId,
  /**
   * For whom the page is drawn: the actor of events and, while a seller is impersonated, that seller. Sent as `Acting-As`, it lets no call
   * act as another membership that was chosen meanwhile.
   */
  actor: z.string(),
  /** Null for other roles. */
  sellerId: aggregateId.nullable(),
  /** An ADMIN has all flags. */
  permissions: z.array(z.enum(permissionFlags)),
  /** The role needs a second factor that was not shown in this session: the person has to set it up first. */
  lacksSecondFactor: z.boolean(),
  /** E-mail of the member of staff who impersonates this seller. */
  impersonation: z.strictObject({ by: z.string(), until: instant }).nullable(),
  /** Notice of the platform to its sellers and staff. */
  maintenance: z.string().nullable(),
  /** Of the person who is signed in, also under impersonation. */
  preferences: shownPreferences,
});

/** The part of a link after the #. It may have any length: an invented token is refused like a used one. */
const token = z.string();

/** What an invitation sets; a field that it leaves open is null. */
const invitation = z.strictObject({
  /** `join` and `join-manager` are for people who are users already; `recovery` gives a new password. */
  kind: z.enum([
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
    z.strictObject({ to: z.enum(['server', 'outbox', 'nothing']) }),
    { limit: 'invitation' },
  ),
  'session.acceptInvitation': mutation(
    'Lets the holder of an invitation sign in from now on, by a password of their own; works once',
    z.strictObject({
      token,
      email: z.email().max(254),
      password: newPassword,
      /** Not needed from a person who can sign in already. */
      name: typedName(120).optional(),
    }),
    z.strictObject({}),
    { limit: 'invitation' },
  ),
  'session.openBlock': mutation(
    'What the link of a mail about the security of an account is about. It changes nothing, and is posted so that the token is in no address',
    z.strictObject({ token }),
    z.strictObject({
      email: z.string(),
      template: z.enum(noticeTemplates),
      /** When what the mail reports happened. */
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
      side: z.enum(['former', 'new']),
      newEmail: z.string(),
      /** Whether this link was used. */
      isConfirmed: z.boolean(),
      isOtherConfirmed: z.boolean(),
    }),
    { limit: 'invitation' },
  ),
  'session.confirmEmailChange': mutation(
    'Confirms another e-mail at one of both addresses. With the second one the person signs in by the new e-mail, and all their sessions end',
    z.strictObject({ token }),
    /** Whether this was the second link. */
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
