import { requireCheckpoints, setStart, type Reached } from '#/ledger/checkpoints/checkpoints.ts';
import { isComparable, type EventStore } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** The position, set by an operator, from which policies and reactions without a checkpoint begin; empty = the beginning of the log. */
export type PoliciesFrom = Reached | 'end';

/**
 * Two readers of the log act on its events: one runs the policies, one the reactions. Checks that each has a checkpoint from which to go
 * on. If an operator configured a position, a reader without a checkpoint first gets one there.
 * @throws NoCheckpoint when one is missing, OperatorError when `configured` is no position of this log
 */
export const requirePoliciesFrom = async (
  store: Pick<EventStore, 'head' | 'checkpoints'>,
  configured: PoliciesFrom | undefined,
): Promise<void> => {
  if (configured !== undefined) {
    const head = (await store.head()) ?? '';
    const from = configured === 'end' ? head : configured;
    if (from !== '' && (from > head || !isComparable(from, head))) {
      throw new OperatorError(`POLICIES_FROM is no position of this log: it ends at ${head}.`);
    }
    await setStart(store.checkpoints, from);
  }
  await requireCheckpoints(store.checkpoints);
};
