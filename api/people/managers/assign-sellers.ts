import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { requireOwnSeller } from '#/api/people/load-seller.ts';
import { loadManagerNames } from '#/api/people/staff-names.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { assignment } from '#/domain/manager/assignment.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import { loadManager, requireOwnManager } from './load-manager.ts';

type Input = ParsedInputOf<'admin.assignSellers'>;
type Output = OutputOf<'admin.assignSellers'>;
type Writing = Pick<Core, 'handler' | 'vault' | 'now'>;

/**
 * Checks before anything is written that the manager and all sellers are of the caller's platform. @throws Rejected `resource/not-found`
 */
export const requireOwnAssigned = async (
  core: Writing,
  caller: StaffCaller,
  { managerId, sellers }: Input,
): Promise<void> => {
  if (managerId !== null) await requireOwnManager(core, caller, managerId);
  for (const { sellerId } of sellers) await requireOwnSeller(core, caller, sellerId);
};

/** A blocked manager keeps the portfolio, but gets no more sellers. @throws Refused `manager/not-active` */
const requireActive = async (
  core: Writing,
  caller: StaffCaller,
  managerId: string | null,
): Promise<void> => {
  if (managerId === null) return;
  const { state } = await loadManager(core, caller, managerId);
  if (state.status !== 'ACTIVE') throw new Refused('manager/not-active');
};

/** Whether someone else changed the assignment first; the other change then stays. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.code === 'record/changed-meanwhile' ||
    error.code === 'record/already-exists' ||
    error.code === 'record/not-found');

const loadAssignment = ({ handler }: Writing, sellerId: string) =>
  handler.load(assignment, streamOf('assignment', sellerId));

/** The recorded assignment of a seller. */
type Loaded = Pick<Awaited<ReturnType<typeof loadAssignment>>, 'state' | 'position'>;

/**
 * Writes an assignment into its seller's own stream. Returns the recorded assignment; if someone else changed the assignment meanwhile,
 * theirs.
 */
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
  // A seller who was never in a portfolio is taken out of none, and needs no event.
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

/** Returns the manager in whose portfolio a seller is, and the revision of the assignment. */
const keeperIn = ({ state }: Loaded) =>
  state.status === 'ABSENT'
    ? { managerId: null, revision: null }
    : { managerId: state.details.managerId, revision: state.revision };

/**
 * Puts sellers into the portfolio of a manager, or into none. Each assignment is decided in the seller's own stream: if someone else
 * changed an assignment meanwhile, it stays as it is, and the seller is returned with the present manager.
 * @throws Refused `manager/not-active`
 */
export const assignSellers = async (
  core: Writing,
  caller: StaffCaller,
  { managerId, sellers }: Input,
  by: KeyedContext,
): Promise<Output> => {
  const moved = new Set<string>();
  const others = new Map<string, ReturnType<typeof keeperIn>>();
  let position: string = '';
  for (const { sellerId, basedOn } of sellers) {
    const loaded = await assign(core, caller, { managerId, sellerId, basedOn }, by);
    const keeper = keeperIn(loaded);
    if (keeper.managerId === managerId) moved.add(sellerId);
    else others.set(sellerId, keeper);
    if (loaded.position !== undefined && loaded.position > position) position = loaded.position;
  }
  const names = await loadManagerNames(
    core,
    [...others.values()].flatMap((keeper) => keeper.managerId ?? []),
  );
  const changed = [...others].map(([sellerId, keeper]) => ({
    sellerId,
    ...keeper,
    managerEmail: names.get(keeper.managerId ?? '') ?? null,
  }));
  return { moved: [...moved], changed, position };
};
