import { requireCheckpoints, setStart, type Reached } from '#/ledger/checkpoints/checkpoints.ts';
import { isComparable, type EventStore } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** The position from which policies begin if no checkpoint says so, as an operator set it; empty = the beginning of the log. */
export type PoliciesFrom = Reached | 'end';

/**
 * Checks that it is known which events the policies have acted on.
 * @throws NoCheckpoint when it is not, OperatorError when `wanted` is no position of this log
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
