import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { roles } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { requireMayGrant } from '#/domain/staff/granting.ts';
import { permissionFlags, type PermissionFlag } from '#/domain/staff/permissions.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import { loadStaffStatuses } from './staff-status.ts';

/** The functionary to change, and the revision that the caller saw: if the record has a later one, the change is refused. */
interface Change {
  readonly staffId: string;
  readonly basedOn: number;
}

/** Returns the flags in a fixed order, so that equal choices compare as equal. */
export const inOrder = (flags: readonly PermissionFlag[]): PermissionFlag[] =>
  permissionFlags.filter((flag) => flags.includes(flag));

/**
 * Loads a member of the caller's platform. Called before `once`, so that an unknown id stores nothing.
 * @throws Rejected `resource/not-found`
 */
export const requireOwnStaff = async (
  { core }: Pick<Services, 'core'>,
  caller: StaffCaller,
  staffId: string,
) => {
  const recorded = await core.handler.load(staff, streamOf('staff', staffId));
  const { state } = recorded;
  if (state.status === 'ABSENT' || state.details.platformId !== caller.platformId)
    throw new Rejected('resource/not-found');
  return { recorded, state };
};

/** @throws Rejected `resource/not-found`; Refused `staff/is-administrator`, `staff/own-record` */
export const loadFunctionary = async (
  services: Pick<Services, 'core'>,
  caller: StaffCaller,
  staffId: string,
) => {
  const { recorded, state } = await requireOwnStaff(services, caller, staffId);
  if (staffId === caller.staffId) throw new Refused('staff/own-record');
  if (roles[state.details.role].flags === 'all') throw new Refused('staff/is-administrator');
  return { recorded, state };
};

type UsedServices = Pick<Services, 'core' | 'sessions'>;

type FunctionaryWrite =
  | { readonly type: 'Revise'; readonly details: StaffDetails; readonly basedOn: number }
  | { readonly type: 'Archive'; readonly basedOn: number };

/** Refuses with what is recorded now, so that the user can decide again. */
const refuseAsChanged = async (services: UsedServices, staffId: string): Promise<never> => {
  const { state } = await services.core.handler.load(staff, streamOf('staff', staffId));
  if (state.status === 'ABSENT') throw new Rejected('resource/not-found');
  const { details, revision, changedAt } = state;
  const isBlocked = state.status === 'ARCHIVED';
  const [current] = await loadStaffStatuses(services, [{ staffId, isBlocked }]);
  const { permissions } = details;
  throw new Refused('staff/changed-meanwhile', {
    permissions,
    status: current?.status,
    revision,
    changedAt,
  });
};

/**
 * Refuses a change based on a later revision than the loaded one: the caller's right to make the change is judged by the loaded flags.
 * @throws Refused `staff/changed-meanwhile`
 */
const requireNotAhead = async (
  services: UsedServices,
  { staffId, basedOn }: Change,
  { revision }: { readonly revision: number },
): Promise<void> => {
  if (revision < basedOn) await refuseAsChanged(services, staffId);
};

/** @returns position @throws Refused `staff/changed-meanwhile` */
const put = async (
  services: UsedServices,
  staffId: string,
  change: FunctionaryWrite,
  by: KeyedContext,
): Promise<string> => {
  const { handler, now } = services.core;
  const context = { ...by, correlation: staffId };
  try {
    const command = { ...change, now: now() };
    return writtenAt(await handler.handle(staff, streamOf('staff', staffId), command, context));
  } catch (error) {
    const isBehind = error instanceof Refused && error.code === 'record/changed-meanwhile';
    if (!isBehind) throw error;
    return refuseAsChanged(services, staffId);
  }
};

/**
 * Changes a functionary, and ends their step-ups: a step-up made with the earlier flags must not count when a flag is granted again.
 * @returns position @throws Refused `record/archived`, `staff/…`; as `loadFunctionary`
 */
export const reviseFunctionary = async (
  services: UsedServices,
  caller: StaffCaller,
  change: Change & { readonly permissions: readonly PermissionFlag[] },
  by: KeyedContext,
): Promise<string> => {
  const { staffId, basedOn } = change;
  const { recorded, state } = await loadFunctionary(services, caller, staffId);
  const endProofs = () => services.sessions.endProofs({ kind: 'staff', personId: staffId });
  if (isDone(recorded, by)) {
    // The first attempt may have stopped before it ended the step-ups.
    await endProofs();
    return writtenAt(recorded);
  }
  await requireNotAhead(services, change, state);
  const isBlocked = state.status === 'ARCHIVED' && state.revision === basedOn;
  if (isBlocked) throw new Refused('record/archived');
  const permissions = inOrder(change.permissions);
  requireMayGrant(caller, state.details.permissions, permissions);
  const details = { ...state.details, permissions };
  // Ended before the change, so that no step-up outlasts the flags if the process dies, and after it, for a step-up made meanwhile.
  await endProofs();
  const position = await put(services, staffId, { type: 'Revise', details, basedOn }, by);
  await endProofs();
  return position;
};

/** Ends sessions and an open invitation. */
const endAccess = async (
  { sessions: { invitations, memberships } }: UsedServices,
  staffId: string,
): Promise<void> => {
  await invitations.cancel(staffId);
  await memberships.endAccess({ kind: 'staff', personId: staffId });
};

/** Unblocks with the flags from before. @returns position @throws Refused `staff/…`; as `loadFunctionary` */
export const restoreFunctionary = async (
  services: UsedServices,
  caller: StaffCaller,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { staffId, basedOn } = change;
  const { recorded, state } = await loadFunctionary(services, caller, staffId);
  if (isDone(recorded, by) || state.status === 'ACTIVE') return writtenAt(recorded);
  await requireNotAhead(services, change, state);
  requireMayGrant(caller, [], state.details.permissions);
  // The process that blocked may have died before it ended sessions and invitation.
  await endAccess(services, staffId);
  return put(services, staffId, { type: 'Revise', details: state.details, basedOn }, by);
};

/** Blocks a functionary, and ends their sessions and open invitation. @returns position @throws Refused, Rejected */
export const blockFunctionary = async (
  services: UsedServices,
  caller: StaffCaller,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { staffId, basedOn } = change;
  const { recorded, state } = await loadFunctionary(services, caller, staffId);
  if (isDone(recorded, by)) {
    // The first attempt may have stopped before it ended access. If the functionary was unblocked since, access stays.
    if (state.status === 'ARCHIVED') await endAccess(services, staffId);
    return writtenAt(recorded);
  }
  await requireNotAhead(services, change, state);
  requireMayGrant(caller, state.details.permissions, []);
  const position = await put(services, staffId, { type: 'Archive', basedOn }, by);
  await endAccess(services, staffId);
  return position;
};
