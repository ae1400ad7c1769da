import type { MasterCaller } from '#/api/auth/caller.ts';
import { requireNoMaster, requireNoOtherRecord } from '#/api/auth/links/still-invited.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { Language } from '#/api/http/problem.ts';
import { requireNotAccepted, sendStaffLink, type Invited } from '#/api/people/staff-link.ts';
import type { Contact } from '#/domain/privacy/encrypted.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { staffOf } from '#/projections/staff.ts';
import { loadAdministrator } from './change-administrator.ts';
import { loadPlatform } from './change-platform.ts';

interface Inviting {
  readonly caller: MasterCaller;
  readonly language: Language;
  readonly by: KeyedContext;
}

const invitingOf = ({ caller, language, by }: Inviting) => ({
  invitedBy: caller.masterId,
  language,
  by,
});

/** The id derives from the person, so that concurrent calls create one record. @throws Refused, Rejected */
export const inviteAdministrator = async (
  services: Services,
  invitee: ParsedInputOf<'master.inviteAdministrator'>,
  inviting: Inviting,
): Promise<Invited> => {
  const { core, database } = services;
  const { platformId } = invitee;
  const email = invitee.email.toLowerCase();
  await requireNoMaster(services, email);
  activeDetails((await loadPlatform(core, platformId)).state);
  const subject = await core.vault.subjectFor({ platformId, email });
  const staffId = derivedId('administrator', platformId, subject);
  await requireNoOtherRecord(services, email, { kind: 'staff', personId: staffId, platformId });
  const others = await staffOf(database, platformId, subject);
  if (others.some((id) => id !== staffId)) throw new Refused('staff/already-known');
  const contact = await core.vault.encrypt(subject, 'contact', { email });
  const details: StaffDetails = { platformId, contact, role: 'ADMIN', permissions: [] };
  const command = { type: 'Create', details, now: core.now() } as const;
  const context = { ...inviting.by, correlation: staffId };
  await core.handler
    .handle(staff, streamOf('staff', staffId), command, context)
    .catch((error: unknown) => {
      const isTaken = error instanceof Refused && error.code === 'record/already-exists';
      throw isTaken ? new Refused('staff/already-known') : error;
    });
  return sendStaffLink(services, { platformId, staffId, email }, invitingOf(inviting));
};

/** Sends a new link, and ends the earlier one. @throws Refused `staff/…`, `record/archived`; Rejected */
export const inviteAdministratorAgain = async (
  services: Services,
  staffId: string,
  inviting: Inviting,
): Promise<Invited> => {
  const { core } = services;
  const { state } = await loadAdministrator(services, staffId);
  const { platformId, contact } = activeDetails(state);
  activeDetails((await loadPlatform(core, platformId)).state);
  await requireNotAccepted(services, { kind: 'staff', personId: staffId });
  const opened = await core.vault.decrypt<Contact>(contact);
  if (!opened) throw new Refused('record/archived');
  const { email } = opened;
  await requireNoMaster(services, email);
  return sendStaffLink(services, { platformId, staffId, email }, invitingOf(inviting));
};
