import { findMailed, mailLink } from '#/api/auth/links/mail-link.ts';
import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import type { Language } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { staff } from '#/domain/staff/staff.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { requireOpen } from './rules.ts';

/** Whether a member of staff may invite sellers. Checked again when the invitation is used. */
export const mayInvite = async (
  { handler }: Pick<Core, 'handler'>,
  staffId: string,
  platformId: string,
): Promise<boolean> => {
  const { state } = await handler.load(staff, streamOf('staff', staffId));
  if (state.status !== 'ACTIVE' || state.details.platformId !== platformId) return false;
  return hasFlag(state.details, 'isUsersAvailable');
};

interface InvitationContext {
  readonly caller: StaffCaller;
  readonly language: Language;
  readonly by: KeyedContext;
}

/** Mails a link to register as a seller; without a mail server, returns it. @throws Refused `onboarding/closed` */
export const inviteSeller = async (
  { core, sessions, mail: mails }: Services,
  email: string,
  { caller, language, by }: InvitationContext,
): Promise<OutputOf<'admin.inviteSeller'>> => {
  const { platformId, staffId: invitedBy } = caller;
  await requireOpen(core, platformId, true);
  const linkId = derivedId('registration', by.commandId);
  const link = { template: 'seller-invitation', linkId } as const;
  const mailed = await findMailed(core, link);
  const invite = async () => {
    const invitation = { linkId, platformId, email: email.toLowerCase(), invitedBy };
    const personId = await sessions.registration.invite(invitation);
    const to = { platformId, kind: 'seller', personId } as const;
    return mailLink(core, { ...link, to, language, actor: `admin:${invitedBy}` });
  };
  // A repeated request does not renew a used or expired link.
  const done = mailed ?? (await invite());
  const { to: destination } = mails.destination;
  const storedLink =
    destination === 'nothing' ? await sessions.registration.find(linkId) : undefined;
  return { to: destination, url: storedLink?.url ?? null, position: writtenAt(done) };
};
