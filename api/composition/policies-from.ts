import { requireCheckpoints, setStart, type Reached } from '#/ledger/checkpoints/checkpoints.ts';
import { isComparable, type EventStore } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** Where policies and reactions without a checkpoint begin; empty = the beginning of the log. */
export type PoliciesFrom = Reached | 'end';

/**
 * Gives the configured position, if any, to policies and reactions that have no checkpoint.
 * @throws NoCheckpoint when a policy or reaction still has none, OperatorError when the position is beyond the log's end or of another kind
 * of store
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
