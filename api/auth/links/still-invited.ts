import type { Services } from '#/api/composition/api-services.ts';
import type { Membership } from '#/api/auth/memberships.ts';
import { listActiveMasters, loadPersonRecord } from '#/api/auth/person-record.ts';
import type { Core } from '#/api/composition/core.ts';
import { roles } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import { isPlatformBlocked } from '#/api/reads/platform-settings.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { manager } from '#/domain/manager/manager.ts';
import { master } from '#/domain/master/master.ts';
import { requireMayGrant } from '#/domain/staff/granting.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { Invitation } from './invitations.ts';
import type { InvitedKind } from './staff-invitations.ts';

type Records = Pick<Core, 'handler'>;

type UsedServices = Pick<Services, 'sessions'> & { readonly core: Records };

/** Returns the person's memberships whose records exist. In a failover the log may have lost a record: its membership gives no rights. */
export const recordedMembershipsOf = async (
  { core, sessions }: UsedServices,
  email: string,
): Promise<readonly Membership[]> => {
  const memberships = await sessions.memberships.of(email);
  const records = await Promise.all(memberships.map((each) => loadPersonRecord(core, each)));
  return memberships.filter((_, index) => records[index]?.status !== 'ABSENT');
};

/** Refuses masters, who could otherwise invite themselves and read a platform's data (people.130). @throws Refused `staff/is-master` */
export const requireNoMaster = async (services: UsedServices, email: string): Promise<void> => {
  const memberships = await recordedMembershipsOf(services, email);
  if (memberships.some(({ kind }) => kind === 'master')) throw new Refused('staff/is-master');
};

const alreadyKnown = { staff: 'staff/already-known', manager: 'manager/already-known' } as const;

/**
 * Refuses an e-mail whose user already has another staff or manager record (`kind`) on the platform. Where two people must decide, one
 * person could otherwise decide twice.
 * @throws Refused `staff/already-known`, `manager/already-known`
 */
export const requireNoOtherRecord = async (
  services: UsedServices,
  email: string,
  invited: { readonly kind: InvitedKind; readonly personId: string; readonly platformId: string },
): Promise<void> => {
  const { kind, personId, platformId } = invited;
  const isOther = (each: Membership) =>
    each.kind === kind && each.platformId === platformId && each.personId !== personId;
  if ((await recordedMembershipsOf(services, email)).some(isOther))
    throw new Refused(alreadyKnown[kind]);
};

/**
 * Refuses a person who already is a master by another record, even a blocked one: with two records they could be blocked as one and remain
 * master as the other.
 * @throws Rejected `invitation/not-usable`
 */
export const requireNoOtherMaster = async (
  services: UsedServices,
  { personId }: Invitation,
  email: string,
): Promise<void> => {
  const memberships = await recordedMembershipsOf(services, email);
  if (memberships.some((each) => each.kind === 'master' && each.personId !== personId))
    throw new Rejected('invitation/not-usable');
};

/** Refuses a link for the first master once another link has made a master. @throws Rejected `invitation/not-usable` */
export const requireStillFirst = async (
  { core, sessions }: UsedServices,
  { isFirst, personId }: Invitation,
): Promise<void> => {
  if (!isFirst) return;
  const active = await listActiveMasters(core, sessions.memberships);
  if (active.some((id) => id !== personId)) throw new Rejected('invitation/not-usable');
};

const loadMember = async (
  { handler }: Records,
  staffId: string,
  platformId: string,
): Promise<StaffDetails> => {
  const { state } = await handler.load(staff, streamOf('staff', staffId));
  const isMember = state.status === 'ACTIVE' && state.details.platformId === platformId;
  if (isMember) return state.details;
  throw new Rejected('invitation/not-usable');
};

/** @throws Rejected `invitation/not-usable` */
const requireMaster = async ({ handler }: Records, masterId: string): Promise<void> => {
  const { state } = await handler.load(master, streamOf('master', masterId));
  if (state.status !== 'ACTIVE') throw new Rejected('invitation/not-usable');
};

/** @throws Rejected `invitation/not-usable` */
const requireManager = async (
  { handler }: Records,
  { personId, platformId }: Invitation,
): Promise<void> => {
  const { state } = await handler.load(manager, streamOf('manager', personId));
  const isManager = state.status === 'ACTIVE' && state.details.platformId === platformId;
  if (!isManager) throw new Rejected('invitation/not-usable');
};

/** @throws Rejected `invitation/not-usable` unless the inviter may still give these flags */
const requireInviter = async (
  core: Records,
  { platformId, invitedBy }: Invitation,
  flags: readonly PermissionFlag[],
): Promise<void> => {
  const inviter = await loadMember(core, invitedBy ?? '', platformId);
  try {
    requireMayGrant(inviter, [], flags);
  } catch (error) {
    if (error instanceof Refused) throw new Rejected('invitation/not-usable');
    throw error;
  }
};

/** @throws Rejected `invitation/not-usable`, Refused `staff/is-master` */
const requireStillInvitedStaff = async (
  services: UsedServices,
  invitation: Invitation,
  email: string,
): Promise<void> => {
  const { core } = services;
  const { personId, platformId, invitedBy } = invitation;
  const invited = await loadMember(core, personId, platformId);
  if (roles[invited.role].flags === 'all') {
    await requireMaster(core, invitedBy ?? '');
    return requireNoMaster(services, email);
  }
  return requireInviter(core, invitation, ['isFunctionariesAvailable', ...invited.permissions]);
};

/** @throws Rejected `invitation/not-usable` while the platform is blocked */
export const requireOpenPlatform = async (
  { handler }: Records,
  { platformId }: Invitation,
): Promise<void> => {
  if (await isPlatformBlocked(handler, platformId)) throw new Rejected('invitation/not-usable');
};

/**
 * Refuses an invitation of a functionary or manager whose record is gone or blocked, who has another record already, or whose
 * inviter has lost the rights that the invitation gives.
 * @throws Rejected `invitation/not-usable`, Refused `staff/…`, `manager/…`
 */
export const requireStillInvited = async (
  services: UsedServices,
  invitation: Invitation & { readonly kind: 'functionary' | 'manager' },
): Promise<void> => {
  const { core } = services;
  const { kind, personId, platformId } = invitation;
  const email = invitation.email ?? '';
  switch (kind) {
    case 'manager':
      await requireNoOtherRecord(services, email, { kind, personId, platformId });
      await requireManager(core, invitation);
      return requireInviter(core, invitation, ['isManagersAvailable']);
    case 'functionary':
      await requireNoOtherRecord(services, email, { kind: 'staff', personId, platformId });
      return requireStillInvitedStaff(services, invitation, email);
  }
};
