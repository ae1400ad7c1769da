import type { Services } from '#/api/composition/api-services.ts';
import type { Core } from '#/api/composition/core.ts';
import { roles } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import { isPlatformBlocked } from '#/api/reads/platform-settings.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { master } from '#/domain/master/master.ts';
import { requireMayGrant } from '#/domain/staff/granting.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { Invitation } from './invitations.ts';

type Records = Pick<Core, 'handler'>;

/**
 * Who may let administrators in would read a platform by inviting themselves: masters are none (people.130).
 * @throws Refused `staff/is-master`, of any membership as a master, a blocked one too
 */
export const requireNoMaster = async (
  { sessions }: Pick<Services, 'sessions'>,
  email: string,
): Promise<void> => {
  const known = await sessions.memberships.of(email);
  if (known.some(({ kind }) => kind === 'master')) throw new Refused('staff/is-master');
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

/** @throws Rejected `invitation/not-usable` unless this is a master */
const requireMaster = async ({ handler }: Records, masterId: string): Promise<void> => {
  const { state } = await handler.load(master, streamOf('master', masterId));
  if (state.status !== 'ACTIVE') throw new Rejected('invitation/not-usable');
};

/**
 * Checks that a member of staff may still come in, and that the one who invited them may still give what they would get: of an
 * administrator a master, of a functionary who holds the flags.
 * @throws Rejected `invitation/not-usable`, Refused `staff/is-master`
 */
export const requireStillInvited = async (
  { core, sessions }: Pick<Services, 'sessions'> & { readonly core: Records },
  { personId, platformId, invitedBy, email }: Invitation,
): Promise<void> => {
  if (await isPlatformBlocked(core.handler, platformId))
    throw new Rejected('invitation/not-usable');
  const invited = await loadMember(core, personId, platformId);
  if (roles[invited.role].flags === 'all') {
    await requireMaster(core, invitedBy ?? '');
    return requireNoMaster({ sessions }, email ?? '');
  }
  const inviter = await loadMember(core, invitedBy ?? '', platformId);
  try {
    requireMayGrant(inviter, [], ['isFunctionariesAvailable', ...invited.permissions]);
  } catch (error) {
    if (error instanceof Refused) throw new Rejected('invitation/not-usable');
    throw error;
  }
};
