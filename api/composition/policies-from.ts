import { requireCheckpoints, tellFrom, type Reached } from '#/ledger/checkpoints/checkpoints.ts';
import { isComparable, type EventStore } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** From where an operator wants policies to go on where nothing with the log says so; empty = from its beginning. */
export type PoliciesFrom = Reached | 'end';

/**
 * Checks that it is known which events the policies have acted on.
 * @throws NoCheckpoint when it is not, OperatorError when `wanted` is no position of this log
 */
export const requirePoliciesFrom = async (
  store: Pick<EventStore, 'head' | 'checkpoints'>,
  wanted: PoliciesFrom | undefined,
): Promise<void> => {
  if (wanted !== undefined) {
    const head = (await store.head()) ?? '';
    const from = wanted === 'end' ? head : wanted;
    if (from !== '' && (from > head || !isComparable(from, head))) {
      throw new OperatorError(`POLICIES_FROM is no position of this log: it ends at ${head}.`);
    }
    await tellFrom(store.checkpoints, from);
  }
  await requireCheckpoints(store.checkpoints);
};
