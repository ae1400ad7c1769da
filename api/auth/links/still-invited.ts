import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { requireMayGrant } from '#/domain/staff/granting.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { Invitation } from './invitations.ts';

const loadMember = async (
  { handler }: Pick<Core, 'handler'>,
  staffId: string,
  platformId: string,
): Promise<StaffDetails> => {
  const { state } = await handler.load(staff, streamOf('staff', staffId));
  const isMember = state.status === 'ACTIVE' && state.details.platformId === platformId;
  if (isMember) return state.details;
  throw new Rejected('invitation/not-usable');
};

/**
 * Checks that a functionary may still come in, and that the one who invited them may still give what they would get.
 * @throws Rejected `invitation/not-usable`
 */
export const requireStillInvited = async (
  core: Pick<Core, 'handler'>,
  { staffId, platformId, invitedBy }: Invitation,
): Promise<void> => {
  const invited = await loadMember(core, staffId, platformId);
  const inviter = await loadMember(core, invitedBy ?? '', platformId);
  try {
    requireMayGrant(inviter, [], ['isFunctionariesAvailable', ...invited.permissions]);
  } catch (error) {
    if (error instanceof Refused) throw new Rejected('invitation/not-usable');
    throw error;
  }
};
