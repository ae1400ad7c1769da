import type { Services } from '#/api/composition/api-services.ts';
import type { StaffMember } from '#/api/contract/staff.ts';

/** Whether a member of staff can come in, and what is known of their invitation. */
export type StaffStatus = Pick<StaffMember, 'status' | 'expiresAt' | 'name'>;

/** Returns this of members of staff, in their order. */
export const staffStatuses = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  staff: readonly { readonly staffId: string; readonly isBlocked: boolean }[],
): Promise<readonly StaffStatus[]> => {
  const ids = staff.map(({ staffId }) => staffId);
  const [members, ends] = await Promise.all([
    sessions.memberships.among('staff', ids),
    sessions.invitations.endsOf(ids),
  ]);
  const now = core.now();
  return staff.map(({ staffId, isBlocked }) => {
    const member = members.get(staffId);
    const name = member?.name ?? null;
    const expiresAt = member ? null : (ends.get(staffId) ?? null);
    if (isBlocked) return { status: 'BLOCKED', expiresAt, name };
    if (member) return { status: 'ACTIVE', expiresAt, name };
    const isOpen = expiresAt !== null && expiresAt > now;
    return { status: isOpen ? 'INVITED' : 'EXPIRED', expiresAt, name };
  });
};
