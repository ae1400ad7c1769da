import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { RecordState } from '#/domain/aggregates/record.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';

export type RecordChange<Details> =
  | { readonly type: 'Revise'; readonly details: Details }
  | { readonly type: 'Archive' };

/** A member of a group that must not become empty. */
interface Member<Details> {
  readonly recorded: Pick<LoadedState<unknown>, 'requests' | 'position'>;
  readonly state: Exclude<RecordState<Details>, { readonly status: 'ABSENT' }>;
  /** Takes the member out. @throws Refused when the member must stay */
  readonly leave: () => Promise<void>;
  readonly rejoin: () => Promise<void>;
  /** Ends sessions and links. */
  readonly endAccess: () => Promise<void>;
  /** @returns position @throws Refused `record/…` */
  readonly put: (change: RecordChange<Details>) => Promise<string>;
}

/**
 * Blocks a member. It leaves the group before its record is archived, because the group refuses to lose its last member.
 * @returns position @throws Refused
 */
export const blockMember = async <Details>(
  { recorded, state, leave, rejoin, put, endAccess }: Member<Details>,
  { basedOn, by }: { readonly basedOn: number; readonly by: KeyedContext },
): Promise<string> => {
  if (isDone(recorded, by)) {
    // The first attempt may have stopped before it ended access. If the member was unblocked since, access stays.
    if (state.status === 'ARCHIVED') await endAccess();
    return writtenAt(recorded);
  }
  const { revision, changedAt } = state;
  if (revision !== basedOn) throw new Refused('record/changed-meanwhile', { revision, changedAt });
  await leave();
  const position = await put({ type: 'Archive' }).catch(async (error: unknown) => {
    // The record changed meanwhile, and the member was not blocked.
    if (error instanceof Refused) await rejoin();
    throw error;
  });
  await endAccess();
  return position;
};

/** @returns position @throws Refused `record/…` */
export const restoreMember = async <Details>(
  { recorded, state, rejoin, put, endAccess }: Omit<Member<Details>, 'leave'>,
  by: KeyedContext,
): Promise<string> => {
  const wasDone = isDone(recorded, by);
  const isActive = state.status === 'ACTIVE';
  // The process that blocked may have died before it ended sessions and links.
  if (!wasDone && !isActive) await endAccess();
  const position =
    wasDone || isActive
      ? writtenAt(recorded)
      : await put({ type: 'Revise', details: state.details });
  // Also completes an interrupted attempt; but a member who was blocked again since stays out.
  if (!wasDone || isActive) await rejoin();
  return position;
};
