import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { RecordState } from '#/domain/aggregates/record.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';

export type RecordChange<Details> =
  | { readonly type: 'Revise'; readonly details: Details }
  | { readonly type: 'Archive' };

/** A member of a group that must not become empty. */
interface OneOfGroup<Details> {
  readonly recorded: Pick<LoadedState<unknown>, 'requests' | 'position'>;
  readonly state: Exclude<RecordState<Details>, { readonly status: 'ABSENT' }>;
  /** Takes the member out. @throws Refused when the member must stay */
  readonly leave: () => Promise<void>;
  readonly rejoin: () => Promise<void>;
  /** @returns position @throws Refused `record/…` */
  readonly put: (change: RecordChange<Details>) => Promise<string>;
}

/** The group decides first, so that concurrent requests cannot block the last two members. @returns position @throws Refused */
export const blockOfGroup = async <Details>(
  { recorded, state, leave, rejoin, put }: OneOfGroup<Details>,
  {
    basedOn,
    by,
    end,
  }: { readonly basedOn: number; readonly by: KeyedContext; readonly end: () => Promise<void> },
): Promise<string> => {
  if (isDone(recorded, by)) {
    // The first attempt may have stopped before this; if unblocked since, access stays.
    if (state.status === 'ARCHIVED') await end();
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
  await end();
  return position;
};

/** @returns position @throws Refused `record/…` */
export const restoreOfGroup = async <Details>(
  { recorded, state, rejoin, put }: Omit<OneOfGroup<Details>, 'leave'>,
  by: KeyedContext,
): Promise<string> => {
  const isBefore = isDone(recorded, by);
  const isIn = state.status === 'ACTIVE';
  const position =
    isBefore || isIn ? writtenAt(recorded) : await put({ type: 'Revise', details: state.details });
  // Completes an interrupted attempt too: until `rejoin`, the group counts one member less.
  if (!isBefore || isIn) await rejoin();
  return position;
};
