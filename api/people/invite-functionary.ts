import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { Language } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { requireMayGrant } from '#/domain/staff/granting.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { Contact } from '#/domain/encrypted.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { staffOf } from '#/projections/staff.ts';
import { inOrder, loadFunctionary } from './change-functionary.ts';

type Invited = OutputOf<'admin.inviteFunctionary'>;

/** Who invites, in which language the mail is, and the request. */
interface Inviting {
  readonly caller: StaffCaller;
  readonly language: Language;
  readonly by: KeyedContext;
}

/**
 * Of a link that is made and a block beside it, whichever ends last cancels the link: it must not let in who is restored one day.
 * @throws Refused `record/archived`
 */
const requireUnblocked = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  staffId: string,
): Promise<void> => {
  const { state } = await core.handler.load(staff, streamOf('staff', staffId));
  if (state.status === 'ACTIVE') return;
  await sessions.invitations.cancel(staffId);
  throw new Refused('record/archived');
};

/** Makes the link of a functionary and has it mailed; without mails, the caller gets it to hand over. */
const sendLink = async (
  { core, sessions, mail: mails }: Services,
  staffId: string,
  email: string,
  { caller, language, by }: Inviting,
): Promise<Invited> => {
  const { platformId } = caller;
  const linkId = derivedId('invitation', by.commandId);
  const mailId = derivedId('invitation mail', linkId);
  const stream = streamOf('mail', mailId);
  const context = { ...by, commandId: derivedId('mail of', by.commandId), correlation: staffId };
  const recorded = await core.handler.load(mail, stream);
  // A repeated request does not bring a link back that was used, replaced or cancelled since.
  if (recorded.state.status === 'NONE') {
    const invitedBy = caller.staffId;
    await sessions.invitations.make({ linkId, platformId, staffId, email, invitedBy });
    await requireUnblocked({ core, sessions }, staffId);
  }
  const requested = {
    platformId,
    to: { kind: 'staff', personId: staffId },
    language: language === 'en' ? 'en' : 'pt-BR',
    content: { template: 'invitation', linkId },
    at: core.now(),
  } as const;
  const command = { type: 'RequestMail', mail: requested } as const;
  const done = await core.handler.handle(mail, stream, command, context);
  const { to } = mails.destination;
  const url = to === 'nothing' ? ((await sessions.invitations.find(linkId))?.url ?? null) : null;
  return { staffId, to, url, position: writtenAt(done) };
};

/**
 * Makes a functionary with these flags, and invites them. The record's id derives from the person, so that two who invite the same
 * address at the same moment make one. @throws Refused `staff/already-known`, `staff/flag-not-held`
 */
export const inviteFunctionary = async (
  services: Services,
  wanted: { readonly email: string; readonly permissions: readonly PermissionFlag[] },
  inviting: Inviting,
): Promise<Invited> => {
  const { core, database } = services;
  const { caller, by } = inviting;
  const { platformId } = caller;
  const email = wanted.email.toLowerCase();
  const permissions = inOrder(wanted.permissions);
  requireMayGrant(caller, [], permissions);
  const subject = await core.vault.subjectFor({ platformId, email });
  const staffId = derivedId('functionary', platformId, subject);
  const others = await staffOf(database, platformId, subject);
  if (others.some((id) => id !== staffId)) throw new Refused('staff/already-known');
  const contact = await core.vault.encrypt(subject, 'contact', { email });
  const details: StaffDetails = { platformId, contact, role: 'FUNCTIONARY', permissions };
  const command = { type: 'Create', details, now: core.now() } as const;
  const context = { ...by, correlation: staffId };
  await core.handler
    .handle(staff, streamOf('staff', staffId), command, context)
    .catch((error: unknown) => {
      const isTaken = error instanceof Refused && error.code === 'record/already-exists';
      throw isTaken ? new Refused('staff/already-known') : error;
    });
  return sendLink(services, staffId, email, inviting);
};

/**
 * Invites a functionary again who has not come in; the link before is good no more.
 * @throws Refused `staff/came-in-already`, `staff/flag-not-held`, `record/archived`
 */
export const inviteAgain = async (
  services: Services,
  staffId: string,
  inviting: Inviting,
): Promise<Invited> => {
  const { core, sessions } = services;
  const { state } = await loadFunctionary(services, inviting.caller, staffId);
  if (state.status === 'ARCHIVED') throw new Refused('record/archived');
  if ((await sessions.memberships.among('staff', [staffId])).size > 0) {
    throw new Refused('staff/came-in-already');
  }
  requireMayGrant(inviting.caller, [], state.details.permissions);
  const contact = await core.vault.decrypt<Contact>(state.details.contact);
  if (!contact) throw new Refused('record/archived');
  return sendLink(services, staffId, contact.email, inviting);
};
