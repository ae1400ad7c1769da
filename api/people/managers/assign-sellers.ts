import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { requireOwnSeller } from '#/api/people/load-seller.ts';
import { loadManagerEmails } from '#/api/people/staff-emails.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { assignment } from '#/domain/manager/assignment.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import { loadManager, requireOwnManager } from './load-manager.ts';

type Input = ParsedInputOf<'admin.assignSellers'>;
type Output = OutputOf<'admin.assignSellers'>;
type Writing = Pick<Core, 'handler' | 'vault' | 'now'>;

/** Refuses a manager or seller of another platform. Called before anything is written. @throws Rejected `resource/not-found` */
export const requireOwnAssigned = async (
  core: Writing,
  caller: StaffCaller,
  { managerId, sellers }: Input,
): Promise<void> => {
  if (managerId !== null) await requireOwnManager(core, caller, managerId);
  for (const { sellerId } of sellers) await requireOwnSeller(core, caller, sellerId);
};

/** A blocked manager gets no more sellers. @throws Refused `manager/not-active` */
const requireActive = async (
  core: Writing,
  caller: StaffCaller,
  managerId: string | null,
): Promise<void> => {
  if (managerId === null) return;
  const { state } = await loadManager(core, caller, managerId);
  if (state.status !== 'ACTIVE') throw new Refused('manager/not-active');
};

/** True if someone else changed the assignment first; their change stays. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.code === 'record/changed-meanwhile' ||
    error.code === 'record/already-exists' ||
    error.code === 'record/not-found');

const loadAssignment = ({ handler }: Writing, sellerId: string) =>
  handler.load(assignment, streamOf('assignment', sellerId));

type Loaded = Pick<Awaited<ReturnType<typeof loadAssignment>>, 'state' | 'position'>;

/** Returns the recorded assignment: ours, or that of someone who was faster. */
const assign = async (
  core: Writing,
  caller: StaffCaller,
  { managerId, sellerId, basedOn }: Input['sellers'][number] & Pick<Input, 'managerId'>,
  by: KeyedContext,
): Promise<Loaded> => {
  const { handler, now } = core;
  const commandId = derivedId('assignment', by.commandId, sellerId);
  const context = { ...by, commandId, correlation: sellerId };
  const recorded = await loadAssignment(core, sellerId);
  // To take a seller out who is in no portfolio needs no event.
  const isNone = recorded.state.status === 'ABSENT' && managerId === null;
  if (isDone(recorded, context) || isNone) return recorded;
  await requireActive(core, caller, managerId);
  const details = { platformId: caller.platformId, managerId };
  const change =
    basedOn === null
      ? ({ type: 'Create', details, now: now() } as const)
      : ({ type: 'Revise', details, basedOn, now: now() } as const);
  try {
    return await handler.handle(assignment, streamOf('assignment', sellerId), change, context);
  } catch (error) {
    if (!isOutdated(error)) throw error;
    return loadAssignment(core, sellerId);
  }
};

const assignedIn = ({ state }: Loaded) =>
  state.status === 'ABSENT'
    ? { managerId: null, revision: null }
    : { managerId: state.details.managerId, revision: state.revision };

/**
 * Moves sellers to a manager's portfolio, or out of all. A seller whom someone else moved meanwhile stays there.
 * @throws Refused `manager/not-active`
 */
export const assignSellers = async (
  core: Writing,
  caller: StaffCaller,
  { managerId, sellers }: Input,
  by: KeyedContext,
): Promise<Output> => {
  const moved = new Set<string>();
  const others = new Map<string, ReturnType<typeof assignedIn>>();
  let position: string = '';
  for (const { sellerId, basedOn } of sellers) {
    const loaded = await assign(core, caller, { managerId, sellerId, basedOn }, by);
    const assigned = assignedIn(loaded);
    if (assigned.managerId === managerId) moved.add(sellerId);
    else others.set(sellerId, assigned);
    if (loaded.position !== undefined && loaded.position > position) position = loaded.position;
  }
  const names = await loadManagerEmails(
    core,
    [...others.values()].flatMap((assigned) => assigned.managerId ?? []),
  );
  const changed = [...others].map(([sellerId, assigned]) => ({
    sellerId,
    ...assigned,
    managerEmail: names.get(assigned.managerId ?? '') ?? null,
  }));
  return { moved: [...moved], changed, position };
};
