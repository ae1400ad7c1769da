import type { StaffCaller } from '#/api/auth/caller.ts';
import { requireNoOtherRecord } from '#/api/auth/links/still-invited.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Language } from '#/api/http/problem.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { requireMayGrant } from '#/domain/staff/granting.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { Contact } from '#/domain/privacy/encrypted.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { staffOf } from '#/projections/staff.ts';
import { inOrder, loadFunctionary } from './change-functionary.ts';
import { requireNotAccepted, sendStaffLink, type Invited } from './staff-link.ts';

interface InvitationContext {
  readonly caller: StaffCaller;
  readonly language: Language;
  readonly by: KeyedContext;
}

const sendLink = (
  services: Services,
  to: { readonly staffId: string; readonly email: string },
  { caller, language, by }: InvitationContext,
): Promise<Invited> => {
  const { platformId, staffId: invitedBy } = caller;
  return sendStaffLink(services, { platformId, ...to }, { invitedBy, language, by });
};

/** The id derives from the person: concurrent invitations create one record. @throws Refused `staff/…` */
export const inviteFunctionary = async (
  services: Services,
  invitee: { readonly email: string; readonly permissions: readonly PermissionFlag[] },
  inviting: InvitationContext,
): Promise<Invited> => {
  const { core, database } = services;
  const { caller, by } = inviting;
  const { platformId } = caller;
  const email = invitee.email.toLowerCase();
  const permissions = inOrder(invitee.permissions);
  requireMayGrant(caller, [], permissions);
  const subject = await core.vault.subjectFor({ platformId, email });
  const staffId = derivedId('functionary', platformId, subject);
  await requireNoOtherRecord(services, email, { kind: 'staff', personId: staffId, platformId });
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
  return sendLink(services, { staffId, email }, inviting);
};

/** Sends a new link, and ends the earlier one. @throws Refused `staff/…`, `record/archived`; as `loadFunctionary` */
export const inviteAgain = async (
  services: Services,
  staffId: string,
  inviting: InvitationContext,
): Promise<Invited> => {
  const { core } = services;
  const { state } = await loadFunctionary(services, inviting.caller, staffId);
  if (state.status === 'ARCHIVED') throw new Refused('record/archived');
  await requireNotAccepted(services, { kind: 'staff', personId: staffId });
  requireMayGrant(inviting.caller, [], state.details.permissions);
  const contact = await core.vault.decrypt<Contact>(state.details.contact);
  if (!contact) throw new Refused('record/archived');
  return sendLink(services, { staffId, email: contact.email }, inviting);
};
