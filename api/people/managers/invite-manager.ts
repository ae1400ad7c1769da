import type { StaffCaller } from '#/api/auth/caller.ts';
import { requireNoOtherRecord } from '#/api/auth/links/still-invited.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { Language } from '#/api/http/problem.ts';
import { requireNotAccepted, sendPersonLink } from '#/api/people/staff-link.ts';
import type { Contact } from '#/domain/privacy/encrypted.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { manager } from '#/domain/manager/manager.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { managersOf } from '#/projections/managers.ts';
import { loadManager } from './load-manager.ts';

interface Inviting {
  readonly caller: StaffCaller;
  readonly language: Language;
  readonly by: KeyedContext;
}

type Invited = OutputOf<'admin.inviteManager'>;

const sendLink = async (
  services: Services,
  { managerId, email }: { readonly managerId: string; readonly email: string },
  { caller, language, by }: Inviting,
): Promise<Invited> => {
  const { platformId, staffId: invitedBy } = caller;
  const invitee = { platformId, kind: 'manager', personId: managerId, email } as const;
  return { managerId, ...(await sendPersonLink(services, invitee, { invitedBy, language, by })) };
};

/** The id derives from the person, so that concurrent calls create one record. @throws Refused `manager/already-known` */
export const inviteManager = async (
  services: Services,
  typedEmail: string,
  inviting: Inviting,
): Promise<Invited> => {
  const { core, database } = services;
  const { caller, by } = inviting;
  const { platformId } = caller;
  const email = typedEmail.toLowerCase();
  const subject = await core.vault.subjectFor({ platformId, email });
  const managerId = derivedId('manager', platformId, subject);
  await requireNoOtherRecord(services, email, { kind: 'manager', personId: managerId, platformId });
  const others = await managersOf(database, platformId, subject);
  if (others.some((id) => id !== managerId)) throw new Refused('manager/already-known');
  const contact = await core.vault.encrypt(subject, 'contact', { email });
  const command = { type: 'Create', details: { platformId, contact }, now: core.now() } as const;
  const context = { ...by, correlation: managerId };
  await core.handler
    .handle(manager, streamOf('manager', managerId), command, context)
    .catch((error: unknown) => {
      const isTaken = error instanceof Refused && error.code === 'record/already-exists';
      throw isTaken ? new Refused('manager/already-known') : error;
    });
  return sendLink(services, { managerId, email }, inviting);
};

/** Sends a new link, and ends the earlier one. @throws Refused `staff/came-in-already`, `record/archived`; Rejected */
export const inviteManagerAgain = async (
  services: Services,
  managerId: string,
  inviting: Inviting,
): Promise<Invited> => {
  const { core } = services;
  const { state } = await loadManager(core, inviting.caller, managerId);
  const { contact } = activeDetails(state);
  await requireNotAccepted(services, { kind: 'manager', personId: managerId });
  const opened = await core.vault.decrypt<Contact>(contact);
  if (!opened) throw new Refused('record/archived');
  return sendLink(services, { managerId, email: opened.email }, inviting);
};
