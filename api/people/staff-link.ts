import type { InvitedKind } from '#/api/auth/links/staff-invitations.ts';
import { loadPersonRecord } from '#/api/auth/person-record.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { Language } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';

export type Invited = OutputOf<'admin.inviteFunctionary'>;

/** A person who has a record already. */
interface Invitee {
  readonly platformId: string;
  readonly kind: InvitedKind;
  readonly personId: string;
  /** In lower case. */
  readonly email: string;
}

interface InvitationContext {
  readonly invitedBy: string;
  readonly language: Language;
  readonly by: KeyedContext;
}

/** @throws Refused `staff/came-in-already` */
export const requireNotAccepted = async (
  { sessions }: Pick<Services, 'sessions'>,
  { kind, personId }: Pick<Invitee, 'kind' | 'personId'>,
): Promise<void> => {
  const came = await sessions.memberships.whoAccepted(kind, [personId]);
  if (came.size > 0) throw new Refused('staff/came-in-already');
};

/** A link made during a block must not work after it. @throws Refused `record/archived` */
const requireUnblocked = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  person: Pick<Invitee, 'kind' | 'personId'>,
): Promise<void> => {
  const state = await loadPersonRecord(core, person);
  if (state.status === 'ACTIVE') return;
  await sessions.invitations.cancel(person.personId);
  throw new Refused('record/archived');
};

/** Mails an invitation; without a mail server, returns its link. @throws Refused `record/archived` */
export const sendPersonLink = async (
  { core, sessions, mail: mails }: Services,
  { platformId, kind, personId, email }: Invitee,
  { invitedBy, language, by }: InvitationContext,
): Promise<Omit<Invited, 'staffId'>> => {
  const linkId = derivedId('invitation', by.commandId);
  const mailId = derivedId('invitation mail', linkId);
  const stream = streamOf('mail', mailId);
  const context = { ...by, commandId: derivedId('mail of', by.commandId), correlation: personId };
  const recorded = await core.handler.load(mail, stream);
  // A repeated request does not renew a used, replaced or cancelled link.
  if (recorded.state.status === 'NONE') {
    await sessions.invitations.make({ linkId, platformId, kind, personId, email, invitedBy });
    await requireUnblocked({ core, sessions }, { kind, personId });
  }
  const requested = {
    platformId,
    to: { kind, personId },
    language: language === 'en' ? 'en' : 'pt-BR',
    content: { template: 'invitation', linkId },
    at: core.now(),
  } as const;
  const command = { type: 'RequestMail', mail: requested } as const;
  const done = await core.handler.handle(mail, stream, command, context);
  const { to } = mails.destination;
  const url = to === 'nothing' ? ((await sessions.invitations.find(linkId))?.url ?? null) : null;
  return { to, url, position: writtenAt(done) };
};

/** @throws Refused `record/archived` */
export const sendStaffLink = async (
  services: Services,
  { staffId, ...to }: Pick<Invitee, 'platformId' | 'email'> & { readonly staffId: string },
  inviting: InvitationContext,
): Promise<Invited> => {
  const invitee = { ...to, kind: 'staff', personId: staffId } as const;
  return { staffId, ...(await sendPersonLink(services, invitee, inviting)) };
};
