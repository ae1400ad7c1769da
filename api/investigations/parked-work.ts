import type { OutputOf } from '#/api/contract/contract.ts';
import { withoutNumbers } from '#/domain/privacy/personal-text.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { Checkpoints, Parked } from '#/ledger/checkpoints/checkpoints.ts';
import { decode } from '#/ledger/codec.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { subjectOf } from '#/ledger/policies/queues.ts';

type ParkedWork = OutputOf<'admin.listParkedWork'>['items'][number];

/** Work that was parked less long ago is not shown, because it is retried every minute and may still succeed. */
const SHOWN_AFTER_SECONDS = 300;

/** At most this many are shown to a platform. */
const MOST_SHOWN = 100;

/** How many are looked up at once. */
const LOOKED_UP = 100;

const LONGEST_FAILURE = 300;

type Reading = Pick<Checkpoints, 'listParked' | 'countQueued'>;

const workOf = async (
  store: EventStore,
  { policy, stream, revision, failure, since, holds }: Parked,
): Promise<(Omit<ParkedWork, 'waiting'> & { readonly platform: string }) | undefined> => {
  const [recorded] = await store.readStream(stream, { from: revision, limit: 1 });
  if (!recorded) return undefined;
  const { type: event, meta } = decode(recorded);
  const text = withoutNumbers(failure).slice(0, LONGEST_FAILURE);
  const subject = holds === undefined ? stream : subjectOf(holds);
  return { policy, event, stream, subject, since, failure: text, platform: meta.platform };
};

/** Returns the first parked work of each queue, and all that holds none. */
const firstOfEach = (parked: readonly Parked[]): readonly Parked[] => {
  const seen = new Set<string>();
  return parked.filter(({ holds }) => {
    if (holds === undefined) return true;
    const isFirst = !seen.has(holds);
    seen.add(holds);
    return isFirst;
  });
};

/**
 * Returns the events of a platform that a policy failed to process for five minutes, in the order of the log; at most a hundred. Where
 * later events wait for one of them, only that one is returned, with the number of those that wait.
 */
export const listParkedWork = async (
  { store, checkpoints }: { store: EventStore; checkpoints: Reading },
  platformId: string,
  now: Timestamp,
): Promise<readonly ParkedWork[]> => {
  const latest = addSeconds(now, -SHOWN_AFTER_SECONDS);
  const shown: ParkedWork[] = [];
  const parked = firstOfEach(await checkpoints.listParked()).filter(({ since }) => since <= latest);
  // Only the log says whose an event is, so that all are looked up until enough of the platform's own are found.
  for (let from = 0; from < parked.length && shown.length < MOST_SHOWN; from += LOOKED_UP) {
    const some = parked.slice(from, from + LOOKED_UP);
    const work = await Promise.all(some.map((each) => workOf(store, each)));
    for (const [nth, each] of work.entries()) {
      if (each?.platform !== platformId || shown.length === MOST_SHOWN) continue;
      const { platform: _, ...its } = each;
      const queue = some[nth]?.holds;
      const waiting = queue === undefined ? 0 : await checkpoints.countQueued(queue);
      shown.push({ ...its, waiting });
    }
  }
  return shown;
};
