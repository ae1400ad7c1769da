import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { RecordState } from '#/domain/aggregates/record.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';

export type RecordChange<Details> =
  | { readonly type: 'Revise'; readonly details: Details }
  | { readonly type: 'Archive' };

/**
 * A member of a group that must not become empty, such as the administrators of a platform: the member's record, and functions that change
 * the group.
 */
interface OneOfGroup<Details> {
  readonly recorded: Pick<LoadedState<unknown>, 'requests' | 'position'>;
  readonly state: Exclude<RecordState<Details>, { readonly status: 'ABSENT' }>;
  /** Takes the member out of the group. @throws Refused when the member must stay */
  readonly leave: () => Promise<void>;
  /** Puts the member into the group again. */
  readonly rejoin: () => Promise<void>;
  /** Writes the member's record. @returns position @throws Refused `record/…` */
  readonly put: (change: RecordChange<Details>) => Promise<string>;
}

/**
 * Blocks a member of a group. The group's stream decides first, so that of two requests that block the last two members at the same moment,
 * only one succeeds.
 * @param end ends the member's access @returns position @throws Refused `record/…`, and as `leave` does
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
    // The first attempt may have stopped before it ended the access. If the member was unblocked since, their new sessions and links stay.
    if (state.status === 'ARCHIVED') await end();
    return writtenAt(recorded);
  }
  const { revision, changedAt } = state;
  if (revision !== basedOn) throw new Refused('record/changed-meanwhile', { revision, changedAt });
  await leave();
  const position = await put({ type: 'Archive' }).catch(async (error: unknown) => {
    // The record changed at the same moment and was not blocked, so the member goes back into the group.
    if (error instanceof Refused) await rejoin();
    throw error;
  });
  await end();
  return position;
};

/** Unblocks a member of a group. @returns position @throws Refused `record/…` */
export const restoreOfGroup = async <Details>(
  { recorded, state, rejoin, put }: Omit<OneOfGroup<Details>, 'leave'>,
  by: KeyedContext,
): Promise<string> => {
  const isBefore = isDone(recorded, by);
  const isIn = state.status === 'ACTIVE';
  const position =
    isBefore || isIn ? writtenAt(recorded) : await put({ type: 'Revise', details: state.details });
  // Also completes an attempt that stopped after the record was written: until `rejoin` is recorded, the group counts one member less.
  if (!isBefore || isIn) await rejoin();
  return position;
};
