import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Core } from '#/api/composition/core.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { manager, type ManagerDetails } from '#/domain/manager/manager.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import { loadManager } from './load-manager.ts';

type Writing = Pick<Core, 'handler' | 'now'>;

/** The manager to change, and the revision that the caller saw: if the record has a later one, the change is refused. */
interface Change {
  readonly managerId: string;
  readonly basedOn: number;
}

type Written =
  | { readonly type: 'Revise'; readonly details: ManagerDetails }
  | { readonly type: 'Archive' };

/** @returns position @throws Refused `record/changed-meanwhile` */
const write = async (
  { handler, now }: Writing,
  { managerId, basedOn }: Change,
  change: Written,
  by: KeyedContext,
): Promise<string> => {
  const command = { ...change, basedOn, now: now() };
  const context = { ...by, correlation: managerId };
  return writtenAt(await handler.handle(manager, streamOf('manager', managerId), command, context));
};

/** Ends sessions and an open invitation. */
const endAccess = async (
  { invitations, memberships }: Services['sessions'],
  managerId: string,
): Promise<void> => {
  await invitations.cancel(managerId);
  await memberships.endAccess({ kind: 'manager', personId: managerId });
};

/** Blocks a manager, and ends their sessions and open invitation; the portfolio stays. @returns position @throws Refused, Rejected */
export const blockManager = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  caller: StaffCaller,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { managerId } = change;
  const { recorded, state } = await loadManager(core, caller, managerId);
  const position = isDone(recorded, by)
    ? writtenAt(recorded)
    : await write(core, change, { type: 'Archive' }, by);
  // The first attempt may have stopped before it ended access. If the manager was unblocked since, access stays.
  if (isDone(recorded, by) && state.status === 'ACTIVE') return position;
  await endAccess(sessions, managerId);
  return position;
};

/** @returns position @throws Refused `record/…`, Rejected as `loadManager` */
export const restoreManager = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  caller: StaffCaller,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { recorded, state } = await loadManager(core, caller, change.managerId);
  if (isDone(recorded, by) || state.status === 'ACTIVE') return writtenAt(recorded);
  // The process that blocked may have died before it ended sessions and invitation.
  await endAccess(sessions, change.managerId);
  return write(core, change, { type: 'Revise', details: state.details }, by);
};
