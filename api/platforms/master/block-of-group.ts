import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors.ts';
import type { RecordState } from '#/domain/record.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';

export type RecordChange<Details> =
  | { readonly type: 'Revise'; readonly details: Details }
  | { readonly type: 'Archive' };

/** One of a group that must not be left empty, such as the administrators of a platform: their record, and the group's stream. */
interface OneOfGroup<Details> {
  readonly recorded: Pick<LoadedState<unknown>, 'requests' | 'position'>;
  readonly state: Exclude<RecordState<Details>, { readonly status: 'ABSENT' }>;
  /** Takes them out of the group. @throws Refused when they are its last */
  readonly leave: () => Promise<void>;
  /** Counts them to the group again. */
  readonly rejoin: () => Promise<void>;
  /** Writes their record. @returns position @throws Refused `record/changed-meanwhile` */
  readonly put: (change: RecordChange<Details>) => Promise<string>;
}

/**
 * Blocks one of a group. It is decided on the group's stream first: of two who block each other at the same moment one stays.
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
    // The first attempt may have ended before; what was made once they were let in again stays.
    if (state.status === 'ARCHIVED') await end();
    return writtenAt(recorded);
  }
  const { revision, changedAt } = state;
  if (revision !== basedOn) throw new Refused('record/changed-meanwhile', { revision, changedAt });
  await leave();
  const position = await put({ type: 'Archive' }).catch(async (error: unknown) => {
    // The record changed at the same moment, and was not blocked: they count to the group again.
    if (error instanceof Refused) await rejoin();
    throw error;
  });
  await end();
  return position;
};

/** Lets one of a group in again, as they were. @returns position @throws Refused `record/…` */
export const restoreOfGroup = async <Details>(
  { recorded, state, rejoin, put }: OneOfGroup<Details>,
  by: KeyedContext,
): Promise<string> => {
  const isBefore = isDone(recorded, by);
  const isIn = state.status === 'ACTIVE';
  const position =
    isBefore || isIn ? writtenAt(recorded) : await put({ type: 'Revise', details: state.details });
  // Also of one that was cut short before: until this is on record, they do not count as another of the group.
  if (!isBefore || isIn) await rejoin();
  return position;
};
