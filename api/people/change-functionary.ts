import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { roles } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { requireMayGrant } from '#/domain/staff/granting.ts';
import { permissionFlags, type PermissionFlag } from '#/domain/staff/permissions.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';

/** A change of a functionary, made from this revision of their record. */
interface Change {
  readonly staffId: string;
  readonly basedOn: number;
}

/** Returns flags once each, in one order, so that equal choices are equal. */
export const inOrder = (flags: readonly PermissionFlag[]): PermissionFlag[] =>
  permissionFlags.filter((flag) => flags.includes(flag));

/**
 * Returns the record of a functionary whom the caller may change: of the caller's platform, not the caller's own, not an
 * administrator's. @throws Rejected `resource/not-found`; Refused `staff/is-administrator`, `staff/own-record`
 */
export const loadFunctionary = async (
  { core }: Pick<Services, 'core'>,
  caller: StaffCaller,
  staffId: string,
) => {
  const recorded = await core.handler.load(staff, streamOf('staff', staffId));
  const { state } = recorded;
  if (state.status === 'ABSENT' || state.details.platformId !== caller.platformId) {
    throw new Rejected('resource/not-found');
  }
  if (staffId === caller.staffId) throw new Refused('staff/own-record');
  if (roles[state.details.role].flags === 'all') throw new Refused('staff/is-administrator');
  return { recorded, state };
};

/** Writes a functionary's record. @returns position */
const put = async (
  { core }: Pick<Services, 'core'>,
  staffId: string,
  details: StaffDetails,
  { basedOn, by }: { readonly basedOn: number; readonly by: KeyedContext },
): Promise<string> => {
  const command = { type: 'Revise', details, basedOn, now: core.now() } as const;
  const context = { ...by, correlation: staffId };
  return writtenAt(await core.handler.handle(staff, streamOf('staff', staffId), command, context));
};

/** Gives a functionary these flags in place of those before. @returns position @throws Refused `record/…`, `staff/…` */
export const reviseFunctionary = async (
  services: Pick<Services, 'core'>,
  caller: StaffCaller,
  change: Change & { readonly permissions: readonly PermissionFlag[] },
  by: KeyedContext,
): Promise<string> => {
  const { staffId, basedOn } = change;
  const { recorded, state } = await loadFunctionary(services, caller, staffId);
  if (isDone(recorded, by)) return writtenAt(recorded);
  if (state.status === 'ARCHIVED') throw new Refused('record/archived');
  const permissions = inOrder(change.permissions);
  requireMayGrant(caller, state.details.permissions, permissions);
  return put(services, staffId, { ...state.details, permissions }, { basedOn, by });
};

/** Lets a blocked functionary in again, with the flags of before. @returns position @throws Refused `record/…`, `staff/…` */
export const restoreFunctionary = async (
  services: Pick<Services, 'core'>,
  caller: StaffCaller,
  { staffId, basedOn }: Change,
  by: KeyedContext,
): Promise<string> => {
  const { recorded, state } = await loadFunctionary(services, caller, staffId);
  if (isDone(recorded, by) || state.status === 'ACTIVE') return writtenAt(recorded);
  requireMayGrant(caller, [], state.details.permissions);
  return put(services, staffId, state.details, { basedOn, by });
};

/**
 * Lets a functionary in no more, by an invitation neither. Their sessions end, as rights come from the record.
 * @returns position @throws Refused `record/…`, `staff/…`
 */
export const blockFunctionary = async (
  services: Pick<Services, 'core' | 'sessions'>,
  caller: StaffCaller,
  { staffId, basedOn }: Change,
  by: KeyedContext,
): Promise<string> => {
  const { core, sessions } = services;
  const { recorded, state } = await loadFunctionary(services, caller, staffId);
  if (isDone(recorded, by)) return writtenAt(recorded);
  requireMayGrant(caller, state.details.permissions, []);
  const command = { type: 'Archive', basedOn, now: core.now() } as const;
  const context = { ...by, correlation: staffId };
  const done = await core.handler.handle(staff, streamOf('staff', staffId), command, context);
  await sessions.invitations.cancel(staffId);
  return writtenAt(done);
};
