import type { OutputOf } from '#/api/contract/contract.ts';
import { withoutNumbers } from '#/domain/privacy/personal-text.ts';
import { addSeconds, timestamp, type Timestamp } from '#/domain/values/time.ts';
import type { Checkpoints, Parked } from '#/ledger/checkpoints/checkpoints.ts';
import { decode } from '#/ledger/codec.ts';
import type { EventStore } from '#/ledger/event-store.ts';

type ParkedWork = OutputOf<'admin.listParkedWork'>['items'][number];

/** Before this age, the retry of every minute completes most parked work without staff. */
const SHOWN_AFTER_SECONDS = 300;

/** At most this many are shown to a platform: when more are parked, most have the same cause. */
const MOST_SHOWN = 100;

/** How many are looked up at once. */
const LOOKED_UP = 100;

const LONGEST_FAILURE = 300;

const workOf = async (
  store: EventStore,
  { policy, stream, revision, failure }: Parked,
): Promise<(ParkedWork & { readonly platform: string }) | undefined> => {
  const [recorded] = await store.readStream(stream, { from: revision, limit: 1 });
  if (!recorded) return undefined;
  const { type: event, meta } = decode(recorded);
  const since = timestamp(Temporal.Instant.from(recorded.recordedAt));
  const text = withoutNumbers(failure).slice(0, LONGEST_FAILURE);
  return { policy, event, stream, since, failure: text, platform: meta.platform };
};

/** Returns the parked events of a platform that are older than five minutes, in the order of the log; at most a hundred. */
export const parkedFor = async (
  { store, checkpoints }: { store: EventStore; checkpoints: Pick<Checkpoints, 'listParked'> },
  platformId: string,
  now: Timestamp,
): Promise<readonly ParkedWork[]> => {
  const latest = addSeconds(now, -SHOWN_AFTER_SECONDS);
  const shown: ParkedWork[] = [];
  const parked = await checkpoints.listParked();
  // Only the log says whose an event is, so that all are looked up until enough of the platform's own are found.
  for (let from = 0; from < parked.length && shown.length < MOST_SHOWN; from += LOOKED_UP) {
    const some = parked.slice(from, from + LOOKED_UP);
    const work = await Promise.all(some.map((each) => workOf(store, each)));
    for (const each of work) {
      if (!each || each.platform !== platformId || each.since > latest) continue;
      const { platform: _, ...its } = each;
      shown.push(its);
    }
  }
  return shown.slice(0, MOST_SHOWN);
};
