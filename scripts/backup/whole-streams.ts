import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';

const WHAT_TO_DO =
  'so a backup would not be whole. npm run verify names what is missing: bring back the last whole backup, and keep it until then.';

/** How long the search may take: a large server has much stream metadata. */
const LOOK_MS = 60_000;

const missingEventsError = (stream: string, what: string): BadEnvironment =>
  new BadEnvironment(`The log lacks ${what} of ${stream}, ${WHAT_TO_DO}`);

/** Finds events that EventStoreDB first hid and then deleted (a scavenge). Other stores have no `cuts` and hide none. */
export const createStreamCheck = ({ cuts }: Pick<EventStore, 'cuts'>) => {
  const nextRevisions = new Map<string, number>();
  return {
    /** @throws BadEnvironment when earlier events are missing */
    see: (events: readonly Recorded[]): void => {
      if (cuts === undefined) return;
      for (const { stream, revision } of events) {
        const next = nextRevisions.get(stream) ?? 0;
        if (revision !== next)
          throw missingEventsError(stream, `what came before revision ${revision}`);
        nextRevisions.set(stream, next + 1);
      }
    },
    /** @throws BadEnvironment when a stream that was deleted for good has no event left */
    requireNoneGone: async (signal = AbortSignal.timeout(LOOK_MS)): Promise<void> => {
      const hidden = (await cuts?.find(signal)) ?? [];
      const missing = hidden.find(
        ({ stream, isForGood }) => isForGood === true && !nextRevisions.has(stream),
      );
      if (missing !== undefined) throw missingEventsError(missing.stream, 'every event');
    },
  };
};
