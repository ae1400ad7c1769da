import type { InvitedKind } from '#/api/auth/links/staff-invitations.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { StaffMember } from '#/api/contract/staff.ts';

export type StaffStatus = Pick<StaffMember, 'status' | 'expiresAt' | 'name'>;

type UsedServices = Pick<Services, 'core' | 'sessions'>;

/** Returns statuses in the order of `people`. */
export const loadPersonStatuses = async (
  { core, sessions }: UsedServices,
  kind: InvitedKind,
  people: readonly { readonly personId: string; readonly isBlocked: boolean }[],
): Promise<readonly StaffStatus[]> => {
  const ids = people.map(({ personId }) => personId);
  const [members, ends] = await Promise.all([
    sessions.memberships.whoAccepted(kind, ids),
    sessions.invitations.endsOf(ids),
  ]);
  const now = core.now();
  return people.map(({ personId, isBlocked }) => {
    const member = members.get(personId);
    const name = member?.name ?? null;
    const expiresAt = member ? null : (ends.get(personId) ?? null);
    if (isBlocked) return { status: 'BLOCKED', expiresAt, name };
    if (member) return { status: 'ACTIVE', expiresAt, name };
    const isOpen = expiresAt !== null && expiresAt > now;
    return { status: isOpen ? 'INVITED' : 'EXPIRED', expiresAt, name };
  });
};

export const loadStaffStatuses = (
  services: UsedServices,
  staff: readonly { readonly staffId: string; readonly isBlocked: boolean }[],
): Promise<readonly StaffStatus[]> =>
  loadPersonStatuses(
    services,
    'staff',
    staff.map(({ staffId, isBlocked }) => ({ personId: staffId, isBlocked })),
  );
