import { randomUUID } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Parts } from '#/api/composition/parts.ts';
import { Rejected } from '#/api/http/problem.ts';
import { streamOf } from '#/domain/ids.ts';
import { platform } from '#/domain/platform/platform.ts';
import { openingTerms } from '#/domain/platform/opening-terms.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import { findInvitation, useInvitation, type Invitation } from './invitations.ts';
import { requireOwnPassword } from './password-rule.ts';
import type { User } from './sessions.ts';

type Input = ParsedInputOf<'session.acceptInvitation'>;
type Opened = OutputOf<'session.openInvitation'>;

/** The person makes these records for themselves; who invited them had the machine. */
const byThem = ({ platformId, staffId }: Invitation): CommandContext => ({
  commandId: randomUUID(),
  platform: platformId,
  actor: `admin:${staffId}`,
  correlation: staffId,
});

/** One that an earlier use of the link made is revised to what is typed now. */
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
  const { state } = await handler.load(staff, stream);
  const type = state.status === 'ABSENT' ? 'Create' : 'Revise';
  const subject = await vault.subjectFor({ platformId, email });
  // Sealing the same address again gives another text, and an event that says nothing.
  if (state.status === 'ACTIVE' && state.details.contact.subject === subject) return;
  const contact = await vault.seal(subject, 'contact', { email });
  const details: StaffDetails = { platformId, contact, role: 'ADMIN', permissions: [] };
  const command = { type, details, now: now() } as const;
  await handler.handle(staff, stream, command, byThem(invitation));
};

const required = (value: string | undefined, path: string): string => {
  if (value !== undefined) return value;
  throw new Rejected('request/invalid-input', { errors: [{ path, message: 'required' }] });
};

/** Whom a link may let in: the person it names, or one who is nobody yet. @throws Rejected `invitation/not-usable` */
const requireInvited = (invitation: Invitation, email: string, known: User | undefined): void => {
  const isNamed = invitation.email === email;
  const isTheirs = known === undefined || known.staffId === invitation.staffId;
  if (isNamed || (invitation.email === null && isTheirs)) return;
  throw new Rejected('invitation/not-usable');
};

/**
 * Lets the holder of a link in: makes the platform of the first person, then the administrator, then the sign-in. Whoever may
 * sign in already gets a new password and nothing else. @throws Rejected `invitation/not-usable`, `password/easily-guessed`
 */
export const acceptInvitation = (
  { core, database, sessions }: Parts,
  { token, password, name, platformName, ...typed }: Input,
): Promise<void> =>
  useInvitation(database, token, async (invitation) => {
    const email = typed.email.toLowerCase();
    const known = await sessions.userOf(email);
    requireInvited(invitation, email, known);
    const texts = [email, known?.name ?? name ?? '', platformName ?? ''];
    await requireOwnPassword(password, texts);
    if (known) {
      await sessions.setPassword({ ...known, password });
      return;
    }
    const { isFirst, platformId, staffId } = invitation;
    const person = { email, name: required(name, 'name'), platformId, sellerId: null, staffId };
    if (isFirst) await makePlatform(core, invitation, required(platformName, 'platformName'));
    await makeAdministrator(core, invitation, email);
    // Of a use that was cut short, under another address.
    await sessions.remove({ sellerIds: [], staffIds: [staffId] });
    await sessions.setPassword({ ...person, password });
  });

/** What a link is for. @throws Rejected `invitation/not-usable` */
export const openInvitation = async (
  { core, database, sessions }: Parts,
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
