import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import { actorOf } from '#/domain/values/actor.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { master } from '#/domain/master/master.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { platform } from '#/domain/platform/platform.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';
import { setFirstPassword } from './first-password.ts';
import { findInvitation, useInvitation, type Invitation } from './invitations.ts';
import type { Membership } from '#/api/auth/memberships.ts';
import {
  recordedMembershipsOf,
  requireNoMaster,
  requireNoOtherMaster,
  requireNoOtherRecord,
  requireOpenPlatform,
  requireStillFirst,
  requireStillInvited,
} from './still-invited.ts';
import { browserNamesOf } from '#/api/auth/open-sessions.ts';
import { openAmong } from '#/api/auth/person-record.ts';
import { requireOwnPassword } from '#/api/auth/passwords/password-rule.ts';

type Input = ParsedInputOf<'session.acceptInvitation'>;
type Opened = OutputOf<'session.openInvitation'>;

/** The kind of person that each link is for. */
const personKinds = {
  administrator: 'staff',
  functionary: 'staff',
  recovery: 'staff',
  master: 'master',
  manager: 'manager',
} as const satisfies Record<Invitation['kind'], PersonKind>;

const memberOf = ({ kind, personId, platformId }: Invitation): Membership => ({
  kind: personKinds[kind],
  personId,
  platformId,
});

/** The new user is the actor: an operator invited them on the command line, whom the log does not know. */
const byThem = (invitation: Invitation): CommandContext => {
  const { kind, personId, platformId } = memberOf(invitation);
  const by = { actor: actorOf(kind, personId), correlation: personId };
  return { commandId: thisMachine.uuid(), platform: platformId, ...by };
};

const makeAdministrator = async (
  { vault, handler, now }: Core,
  invitation: Invitation,
  email: string,
): Promise<void> => {
  const { platformId, personId } = invitation;
  // This id stands for the masters' installation; it is no platform, so it has no administrator.
  if (platformId === INSTALLATION_ID) throw new Rejected('invitation/not-usable');
  const stream = streamOf('staff', personId);
  const loaded = await handler.load(staff, stream);
  const { state } = loaded;
  const type = state.status === 'ABSENT' ? 'Create' : 'Revise';
  const subject = await vault.subjectFor({ platformId, email });
  // Encrypting the same address again would write an event that changes nothing.
  if (state.status === 'ACTIVE' && state.details.contact.subject === subject) return;
  const contact = await vault.encrypt(subject, 'contact', { email });
  const details: StaffDetails = { platformId, contact, role: 'ADMIN', permissions: [] };
  const command = { type, details, now: now() } as const;
  await handler.handle(staff, stream, command, byThem(invitation), loaded);
};

const makeMaster = async (
  { vault, handler, now }: Core,
  invitation: Invitation,
  email: string,
): Promise<void> => {
  const stream = streamOf('master', invitation.personId);
  const loaded = await handler.load(master, stream);
  const { state } = loaded;
  if (state.status === 'ARCHIVED') throw new Rejected('invitation/not-usable');
  const subject = await vault.subjectFor({ platformId: invitation.platformId, email });
  // An interrupted use of the link by this person created the record.
  if (state.status === 'ACTIVE' && state.details.contact.subject === subject) return;
  if (state.status !== 'ABSENT') throw new Rejected('invitation/not-usable');
  const contact = await vault.encrypt(subject, 'contact', { email });
  const command = { type: 'Create', details: { contact }, now: now() } as const;
  await handler.handle(master, stream, command, byThem(invitation), loaded);
};

/** Null for the installation, which is no platform, and for `recovery`. */
const platformNameOf = async (
  { core }: Pick<Services, 'core'>,
  { kind, platformId }: Invitation,
): Promise<string | null> => {
  if (kind === 'recovery') return null;
  const { state } = await core.handler.load(platform, streamOf('platform', platformId));
  return state.status === 'ABSENT' ? null : state.details.name;
};

const requireText = (value: string | undefined, path: string): string => {
  if (value !== undefined) return value;
  throw new Rejected('request/invalid-input', { errors: [{ path, message: 'required' }] });
};

/** Takes the id of the master that an interrupted use of another link began, so that the person does not become two masters. */
const withBegunMaster = (
  invitation: Invitation,
  memberships: readonly Membership[],
): Invitation => {
  if (invitation.kind !== 'master') return invitation;
  const begun = memberships.find(({ kind }) => kind === 'master');
  return begun ? { ...invitation, personId: begun.personId } : invitation;
};

/** Checks that this e-mail may use the link. @param memberships those of the e-mail @throws Rejected `invitation/not-usable` */
const requireInvited = (
  invitation: Invitation,
  email: string,
  memberships: readonly Membership[],
): void => {
  if (invitation.email === email) return;
  const isNewOrSame =
    memberships.length === 0 ||
    memberships.some(({ personId }) => personId === invitation.personId);
  if (invitation.email === null && isNewOrSame) return;
  throw new Rejected('invitation/not-usable');
};

/** @throws Rejected `invitation/not-usable` when all of the person's records or platforms are blocked */
const requireOpenPerson = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  email: string,
): Promise<void> => {
  const open = await openAmong(core, await sessions.memberships.of(email));
  if (open.length === 0) throw new Rejected('invitation/not-usable');
};

/** Gives an existing user a new password, which ends their sessions. */
const renewPassword = async (
  { core, sessions, trail }: Services,
  user: { readonly email: string; readonly name: string; readonly password: string },
  memberships: readonly Membership[],
  ip: string,
): Promise<void> => {
  // This event causes a warning mail, so it comes first: a thief with a stolen link must not go unnoticed.
  for (const person of await openAmong(core, memberships)) {
    await trail.record(person, { type: 'RecordSignOut', cause: 'NEW_PASSWORD' }, ip);
  }
  // A thief with the former password may have requested a reset or a change of e-mail.
  await sessions.resets.cancel(user.email);
  await sessions.emailChanges.cancel(user.email);
  await sessions.setPassword(user);
};

/** @throws Refused `staff/is-master`, `staff/already-known` unless this user may administer the platform */
const requireMayAdminister = async (
  services: Pick<Services, 'core' | 'sessions'>,
  { personId, platformId }: Invitation,
  email: string,
): Promise<void> => {
  await requireNoMaster(services, email);
  await requireNoOtherRecord(services, email, { kind: 'staff', personId, platformId });
};

/** Creates the records of a link, or checks those that exist. @throws Rejected `invitation/not-usable`, Refused */
const makeInvited = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  invitation: Invitation,
  email: string,
): Promise<void> => {
  await requireOpenPlatform(core, invitation);
  switch (invitation.kind) {
    case 'functionary':
    case 'manager':
      return requireStillInvited({ core, sessions }, { ...invitation, kind: invitation.kind });
    case 'master':
      await requireStillFirst({ core, sessions }, invitation);
      await requireNoOtherMaster({ core, sessions }, invitation, email);
      return makeMaster(core, invitation, email);
    case 'administrator':
      await requireMayAdminister({ core, sessions }, invitation, email);
      return makeAdministrator(core, invitation, email);
    case 'recovery':
      throw new Rejected('invitation/not-usable');
  }
};

/**
 * Removes the administrator's membership that an interrupted use of the link wrote. A master's membership stays.
 * @throws Rejected `invitation/not-usable` if the master's membership is another user's
 */
const requireNoOtherUse = async (
  { sessions }: Services,
  { kind, personId }: Invitation,
  email: string,
): Promise<void> => {
  if (kind === 'administrator')
    return sessions.removeMemberships({ ...NO_ACCOUNTS, staff: [personId] });
  if (kind !== 'master') return;
  const currentUser = (await sessions.memberships.usersOf('master', [personId])).get(personId);
  if (currentUser !== undefined && currentUser.email !== email)
    throw new Rejected('invitation/not-usable');
};

/**
 * Makes the invited user, with a password. An existing user gets a new password by a `recovery` link; any other link asks them to sign in
 * (`joinByInvitation`).
 * @throws Rejected `invitation/…`, `password/easily-guessed`, `request/invalid-input`, `session/required`; Refused
 */
export const acceptInvitation = (
  services: Services,
  { token, password, name, ...typed }: Input,
  ip: string,
): Promise<void> =>
  useInvitation(services.database, token, async (linked, reserve) => {
    const { sessions } = services;
    const { kind } = linked;
    const email = typed.email.toLowerCase();
    await reserve(email);
    const existing = await sessions.userOf(email);
    const memberships = await sessions.memberships.of(email);
    // A person without a password has joined nothing yet.
    requireInvited(linked, email, existing ? await recordedMembershipsOf(services, email) : []);
    const platformName = await platformNameOf(services, linked);
    await requireOwnPassword(password, [email, existing?.name ?? name ?? '', platformName ?? '']);
    if (existing) {
      if (kind !== 'recovery') throw new Rejected('session/required');
      await requireOpenPerson(services, email);
      return renewPassword(services, { ...existing, password }, memberships, ip);
    }
    const invitation = withBegunMaster(linked, memberships);
    await requireNoOtherUse(services, invitation, email);
    const user = { email, name: requireText(name, 'name'), password };
    await makeInvited(services, invitation, email);
    await sessions.memberships.join(user, memberOf(invitation));
    await setFirstPassword(services, user, memberOf(invitation));
  });

/** Gives a signed-in user the link's membership. @throws Rejected `session/required`, `invitation/…`; Refused */
export const joinByInvitation = async (
  { core, database, sessions, trail }: Services,
  token: string,
  {
    cookies,
    ip,
    userAgent,
  }: {
    readonly cookies: string | undefined;
    readonly ip: string;
    readonly userAgent: string | null;
  },
): Promise<void> => {
  const headers = new Headers({ cookie: cookies ?? '' });
  const membership = await useInvitation(database, token, async (invitation, reserve) => {
    const session = await sessions.find(headers);
    if (session === undefined) throw new Rejected('session/required');
    const { email } = session.user;
    if (invitation.kind === 'recovery') throw new Rejected('invitation/not-usable');
    // Two links used at once by one person are checked one after the other.
    await reserve(email);
    requireInvited(invitation, email, await recordedMembershipsOf({ core, sessions }, email));
    await makeInvited({ core, sessions }, invitation, email);
    await sessions.memberships.join(session.user, memberOf(invitation));
    return memberOf(invitation);
  });
  await sessions.memberships.choose(headers, membership);
  const action = { type: 'RecordSignIn', failures: 0, isKnownDevice: true } as const;
  trail.recordLater(async () => [membership], action, ip, browserNamesOf(userAgent));
};

/** @throws Rejected `invitation/not-usable`, Refused when the invitation may no longer be accepted */
export const openInvitation = async (
  { core, database, sessions }: Services,
  token: string,
): Promise<Opened> => {
  const invitation = await findInvitation(database, token);
  const { kind, email } = invitation;
  const user = email === null ? undefined : await sessions.userOf(email);
  if (kind === 'recovery') {
    await requireOpenPerson({ core, sessions }, email ?? '');
    return { kind, email, platformName: null };
  }
  await requireOpenPlatform(core, invitation);
  await requireStillFirst({ core, sessions }, invitation);
  if (kind === 'master' && user)
    await requireNoOtherMaster({ core, sessions }, invitation, user.email);
  if (kind === 'administrator')
    await requireMayAdminister({ core, sessions }, invitation, email ?? '');
  if (kind === 'functionary' || kind === 'manager')
    await requireStillInvited({ core, sessions }, { ...invitation, kind });
  const platformName = await platformNameOf({ core }, invitation);
  if (user) return { kind: kind === 'manager' ? 'join-manager' : 'join', email, platformName };
  return { kind, email, platformName };
};
