import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';

const WHAT_TO_DO =
  'so a backup would not be whole. npm run verify names what is missing: bring back the last whole backup, and keep it until then.';

/** Time limit for searching the stream metadata of a large server, when the caller gives no signal. */
const LOOK_MS = 60_000;

const missingEventsError = (stream: string, what: string): BadEnvironment =>
  new BadEnvironment(`The log lacks ${what} of ${stream}, ${WHAT_TO_DO}`);

/**
 * Checks that the log lacks no event at the beginning of a stream or within it: revisions begin at 0 and have no gaps. A server that can
 * hide events may also delete hidden ones from the whole log without a trace (a scavenge). If the store cannot hide events (it has no
 * `cuts`), nothing is checked, which saves memory.
 */
export const watchStreams = ({ cuts }: Pick<EventStore, 'cuts'>) => {
  const due = new Map<string, number>();
  return {
    /** @throws BadEnvironment when events are missing before one of these */
    see: (events: readonly Recorded[]): void => {
      if (cuts === undefined) return;
      for (const { stream, revision } of events) {
        const next = due.get(stream) ?? 0;
        if (revision !== next)
          throw missingEventsError(stream, `what came before revision ${revision}`);
        due.set(stream, next + 1);
      }
    },
    /** @throws BadEnvironment when no event is left of a stream that was deleted for good */
    requireDeleted: async (signal = AbortSignal.timeout(LOOK_MS)): Promise<void> => {
      const known = (await cuts?.find(signal)) ?? [];
      const gone = known.find(({ stream, isForGood }) => isForGood === true && !due.has(stream));
      if (gone !== undefined) throw missingEventsError(gone.stream, 'every event');
    },
  };
};
