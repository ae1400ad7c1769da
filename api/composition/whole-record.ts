import { RecordCut, type Cut, type EventStore } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';
import { abortAfter } from '#/ledger/concurrency/abort-after.ts';

/** The event store hides some of our events, so no decisions may be based on it. */
export class CutRecord extends OperatorError {}

/** Time for the check before the start. The rest of a longer log is checked while the product runs. */
const LOOK_MS = 3_000;

/** Says that a stream is cut, and whether and how an operator can restore it. @param others number of other cut streams */
export const cutSentence = (cut: Cut, others = 0): string => {
  const more = others === 0 ? '' : ` (and ${others} more)`;
  const what = `${new RecordCut(cut).message.replace(/^t/, 'T')}${more}.`;
  if (cut.isForGood === true)
    return `${what} Nothing brings it back here: a backup of before has it.`;
  return (
    `${what} Take $maxCount, $maxAge and $tb out of its metadata ($$ before its name on ` +
    'the server; write it twice when the stream was deleted, as the first only revives it), before a scavenge removes ' +
    'what is hidden, then start again.'
  );
};

/**
 * Refuses to start while the event store hides events. A stream deleted for good is left out, because nothing could restore it.
 * @throws CutRecord
 */
export const requireWholeRecord = async ({ cuts }: EventStore): Promise<void> => {
  if (cuts === undefined) return;
  const allCuts = await abortAfter(LOOK_MS, (signal) =>
    cuts.find(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return cuts.list();
    }),
  );
  const [first, ...others] = allCuts.filter(({ isForGood }) => isForGood !== true);
  if (first !== undefined) throw new CutRecord(cutSentence(first, others.length));
};
