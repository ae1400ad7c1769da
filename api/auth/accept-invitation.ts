import { thisMachine } from '#/ledger/machine.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import { streamOf } from '#/domain/ids.ts';
import { platform } from '#/domain/platform/platform.ts';
import { openingTerms } from '#/domain/platform/opening-terms.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import { findInvitation, useInvitation, type Invitation } from './invitations.ts';
import { mayComeIn } from './person-record.ts';
import { requireOwnPassword } from './password-rule.ts';
import { personOf, type User } from './user.ts';

type Input = ParsedInputOf<'session.acceptInvitation'>;
type Opened = OutputOf<'session.openInvitation'>;

/** The new user is the actor of these records; the invitation came from the server's operator. */
const byThem = ({ platformId, staffId }: Invitation): CommandContext => ({
  commandId: thisMachine.uuid(),
  platform: platformId,
  actor: `admin:${staffId}`,
  correlation: staffId,
});

/** Registers the platform, or renames it if an earlier use of the link registered it already. */
const makePlatform = async (core: Core, invitation: Invitation, name: string): Promise<void> => {
  const stream = streamOf('platform', invitation.platformId);
  const { state } = await core.handler.load(platform, stream);
  const type = state.status === 'ABSENT' ? 'Create' : 'Revise';
  const command = { type, details: openingTerms(name), now: core.now() } as const;
  await core.handler.handle(platform, stream, command, byThem(invitation));
};

const makeAdministrator = async (
  { vault, handler, now }: Core,
  invitation: Invitation,
  email: string,
): Promise<void> => {
  const { platformId, staffId } = invitation;
  const stream = streamOf('staff', staffId);
  const loaded = await handler.load(staff, stream);
  const { state } = loaded;
  const type = state.status === 'ABSENT' ? 'Create' : 'Revise';
  const subject = await vault.subjectFor({ platformId, email });
  // Encrypting the same address again gives another ciphertext, and an event that changes nothing.
  if (state.status === 'ACTIVE' && state.details.contact.subject === subject) return;
  const contact = await vault.encrypt(subject, 'contact', { email });
  const details: StaffDetails = { platformId, contact, role: 'ADMIN', permissions: [] };
  const command = { type, details, now: now() } as const;
  await handler.handle(staff, stream, command, byThem(invitation), loaded);
};

const requireText = (value: string | undefined, path: string): string => {
  if (value !== undefined) return value;
  throw new Rejected('request/invalid-input', { errors: [{ path, message: 'required' }] });
};

/**
 * Checks that the link may admit this address: the invitation names it, or names none and the address has no user or the
 * invited one. @throws Rejected `invitation/not-usable`
 */
const requireInvited = (invitation: Invitation, email: string, known: User | undefined): void => {
  const isNamed = invitation.email === email;
  const isTheirs = known === undefined || known.staffId === invitation.staffId;
  if (isNamed || (invitation.email === null && isTheirs)) return;
  throw new Rejected('invitation/not-usable');
};

/**
 * Admits the holder of a link: creates the platform of the first person, then the administrator, then the sign-in. A user who
 * may already sign in only gets a new password. @throws Rejected `invitation/not-usable`, `password/easily-guessed`
 */
export const acceptInvitation = (
  { core, database, sessions, trail }: Services,
  { token, password, name, platformName, ...typed }: Input,
  ip: string,
): Promise<void> =>
  useInvitation(database, token, async (invitation) => {
    const email = typed.email.toLowerCase();
    const known = await sessions.userOf(email);
    requireInvited(invitation, email, known);
    const texts = [email, known?.name ?? name ?? '', platformName ?? ''];
    await requireOwnPassword(password, texts);
    if (known) {
      const person = personOf(known);
      if (invitation.isRecovery && !(await mayComeIn(core, person)))
        throw new Rejected('invitation/not-usable');
      // The mail that warns the person follows from this event: without it, a stolen link would let a thief in unseen. A warning
      // of a password that then could not be set does less harm.
      if (person) await trail.record(person, { type: 'RecordSignOut', cause: 'NEW_PASSWORD' }, ip);
      await sessions.setPassword({ ...known, password });
      return;
    }
    const { isFirst, isRecovery, platformId, staffId } = invitation;
    if (isRecovery) throw new Rejected('invitation/not-usable');
    const person = { email, name: requireText(name, 'name'), platformId, sellerId: null, staffId };
    if (isFirst) await makePlatform(core, invitation, requireText(platformName, 'platformName'));
    await makeAdministrator(core, invitation, email);
    // Removes the sign-in that an interrupted use made under another address.
    await sessions.remove({ sellerIds: [], staffIds: [staffId] });
    await sessions.setPassword({ ...person, password });
  });

/** Returns what a link is for. @throws Rejected `invitation/not-usable` */
export const openInvitation = async (
  { core, database, sessions }: Services,
  token: string,
): Promise<Opened> => {
  const { isFirst, email, platformId } = await findInvitation(database, token);
  const known = email === null ? undefined : await sessions.userOf(email);
  if (known) return { kind: 'recovery', email, platformName: null };
  if (isFirst) return { kind: 'first', email, platformName: null };
  const { state } = await core.handler.load(platform, streamOf('platform', platformId));
  const platformName = state.status === 'ABSENT' ? null : state.details.name;
  return { kind: 'administrator', email, platformName };
};
