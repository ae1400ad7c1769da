import type { OutputOf } from '#/api/contract/contract.ts';
import { withoutNumbers } from '#/domain/personal-text.ts';
import { addSeconds, timestamp, type Timestamp } from '#/domain/time.ts';
import type { Checkpoints, Parked } from '#/ledger/checkpoints/checkpoints.ts';
import { decode } from '#/ledger/codec.ts';
import type { EventStore } from '#/ledger/event-store.ts';

type ParkedWork = OutputOf<'admin.listParkedWork'>['items'][number];

/** Before this age, the retry of every minute completes most parked work without staff. */
const SHOWN_AFTER_SECONDS = 300;

/** At most this many are looked up: when more are parked, they have the same cause. */
const MOST_SHOWN = 100;

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

/** Returns the parked events of a platform that are older than five minutes, in the order of the log. */
export const parkedFor = async (
  { store, checkpoints }: { store: EventStore; checkpoints: Pick<Checkpoints, 'listParked'> },
  platformId: string,
  now: Timestamp,
): Promise<readonly ParkedWork[]> => {
  const parked = (await checkpoints.listParked()).slice(0, MOST_SHOWN);
  const work = await Promise.all(parked.map((each) => workOf(store, each)));
  const latest = addSeconds(now, -SHOWN_AFTER_SECONDS);
  return work.flatMap((each) => {
    if (!each || each.platform !== platformId || each.since > latest) return [];
    const { platform: _, ...shown } = each;
    return [shown];
  });
};
