import { RecordCut, type Cut, type EventStore } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** The event store hides events of ours, so nothing may be decided on it; the message says what to do. */
export class CutRecord extends OperatorError {}

/** A long log is looked through while the product runs already; what it finds then is told to staff. */
const LOOK_MS = 3_000;

/** What was done to a stream, and how an operator makes it whole again. @param others that are cut as well */
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
 * Refuses a log of which an operator hid a part. What was deleted for good refuses no start, because nothing would ever
 * mend it: that record is closed, and stands among what waits for people.
 * @throws CutRecord
 */
export const requireWholeRecord = async ({ cuts }: EventStore): Promise<void> => {
  if (cuts === undefined) return;
  const signal = AbortSignal.timeout(LOOK_MS);
  const found = await cuts.find(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return cuts.known();
  });
  const [first, ...others] = found.filter(({ isForGood }) => isForGood !== true);
  if (first !== undefined) throw new CutRecord(cutSentence(first, others.length));
};
