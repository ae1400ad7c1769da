import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors.ts';
import type { RecordState } from '#/domain/record.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';

export type RecordChange<Details> =
  | { readonly type: 'Revise'; readonly details: Details }
  | { readonly type: 'Archive' };

/**
 * A member of a group that must not become empty, such as the administrators of a platform: the member's record, and what changes the
 * group.
 */
interface OneOfGroup<Details> {
  readonly recorded: Pick<LoadedState<unknown>, 'requests' | 'position'>;
  readonly state: Exclude<RecordState<Details>, { readonly status: 'ABSENT' }>;
  /** Takes them out of the group. @throws Refused when they are its last member */
  readonly leave: () => Promise<void>;
  /** Puts them into the group again. */
  readonly rejoin: () => Promise<void>;
  /** Writes their record. @returns position @throws Refused `record/changed-meanwhile` */
  readonly put: (change: RecordChange<Details>) => Promise<string>;
}

/**
 * Blocks a member of a group. This is decided in the group's stream first: when two block each other at the same moment, one of them
 * stays.
 * @param end ends their access @returns position @throws Refused `record/…`, and as `leave` does
 */
export const blockOfGroup = async <Details>(
  { recorded, state, leave, rejoin, put }: OneOfGroup<Details>,
  {
    basedOn,
    by,
    end,
  }: { readonly basedOn: number; readonly by: KeyedContext; readonly end: () => Promise<void> },
): Promise<string> => {
  if (isDone(recorded, by)) {
    // The first attempt may have stopped before this. If they were unblocked since, their new sessions and links stay.
    if (state.status === 'ARCHIVED') await end();
    return writtenAt(recorded);
  }
  const { revision, changedAt } = state;
  if (revision !== basedOn) throw new Refused('record/changed-meanwhile', { revision, changedAt });
  await leave();
  const position = await put({ type: 'Archive' }).catch(async (error: unknown) => {
    // The record changed at the same moment and was not blocked, so they go back into the group.
    if (error instanceof Refused) await rejoin();
    throw error;
  });
  await end();
  return position;
};

/** Unblocks a member of a group. @returns position @throws Refused `record/…` */
export const restoreOfGroup = async <Details>(
  { recorded, state, rejoin, put }: OneOfGroup<Details>,
  by: KeyedContext,
): Promise<string> => {
  const isBefore = isDone(recorded, by);
  const isIn = state.status === 'ACTIVE';
  const position =
    isBefore || isIn ? writtenAt(recorded) : await put({ type: 'Revise', details: state.details });
  // Also completes an interrupted attempt: until this is recorded, they do not count as a member of the group.
  if (!isBefore || isIn) await rejoin();
  return position;
};
