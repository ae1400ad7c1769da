import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { Language } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { staff } from '#/domain/staff/staff.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';

/** The answer to an invitation. */
export type Invited = OutputOf<'admin.inviteFunctionary'>;

/** The member of staff who is invited, whose record stands already. */
interface Invitee {
  readonly platformId: string;
  readonly staffId: string;
  /** In lower case. */
  readonly email: string;
}

/** Who invites, by the id of their record, in which language the mail is, and the request. */
interface InvitationContext {
  readonly invitedBy: string;
  readonly language: Language;
  readonly by: KeyedContext;
}

/**
 * If a link is created while its person is being blocked, whichever ends last cancels the link: it must not work again when the
 * person is unblocked one day.
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

/** Makes the link of a member of staff and has it mailed; without mails, the caller gets it to hand over. @throws Refused */
export const sendStaffLink = async (
  { core, sessions, mail: mails }: Services,
  { platformId, staffId, email }: Invitee,
  { invitedBy, language, by }: InvitationContext,
): Promise<Invited> => {
  const linkId = derivedId('invitation', by.commandId);
  const mailId = derivedId('invitation mail', linkId);
  const stream = streamOf('mail', mailId);
  const context = { ...by, commandId: derivedId('mail of', by.commandId), correlation: staffId };
  const recorded = await core.handler.load(mail, stream);
  // A repeated request does not bring a link back that was used, replaced or cancelled since.
  if (recorded.state.status === 'NONE') {
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
