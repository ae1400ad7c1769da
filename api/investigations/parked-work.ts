import type { OutputOf } from '#/api/contract/contract.ts';
import { withoutNumbers } from '#/domain/privacy/personal-text.ts';
import { categoryOf } from '#/domain/values/ids.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { Checkpoints, Parked } from '#/ledger/checkpoints/checkpoints.ts';
import { UnreadableEvent } from '#/ledger/codec.ts';
import { RecordCut, type EventMeta, type EventStore } from '#/ledger/event-store.ts';
import { subjectOf } from '#/ledger/policies/queues.ts';
import type { Case } from './case.ts';

type ParkedWork = OutputOf<'admin.listParkedWork'>['items'][number];

/** Newer work is not shown: it is retried and may still succeed. */
const SHOWN_AFTER_SECONDS = 300;

/** Per platform. */
const MOST_SHOWN = 100;

const LOOKED_UP = 100;

const LONGEST_FAILURE = 300;

interface Reading {
  readonly store: EventStore;
  readonly checkpoints: Pick<Checkpoints, 'listParked' | 'countQueued'>;
  /** @throws RecordCut */
  readonly findCaseOf: (
    stream: string,
  ) => Promise<Pick<Case, 'provider' | 'amount' | 'currency' | 'asked'> | undefined>;
  readonly labelOf: (provider: string) => string;
}

type FoundWork = Omit<ParkedWork, 'waiting' | 'money'> & {
  /** Undefined = it is not known. */
  readonly platform?: string;
};

/** Work whose event the log hides. It is shown without ids, as its platform is not known. */
const hiddenWork = (
  { policy, stream, since, holds }: Parked,
  { cut: { how } }: RecordCut,
): FoundWork => {
  const subject = categoryOf(holds === undefined ? stream : subjectOf(holds));
  const about = { policy, since, stream: categoryOf(stream), subject };
  return { ...about, event: null, failure: how, isCut: true };
};

const workOf = async (
  { store }: Pick<Reading, 'store'>,
  parked: Parked,
): Promise<FoundWork | undefined> => {
  const { policy, stream, revision, failure, since, holds } = parked;
  try {
    const [recorded] = await store.readStream(stream, { from: revision, limit: 1 });
    if (!recorded) return undefined;
    const { platform }: EventMeta = JSON.parse(recorded.meta);
    const text = withoutNumbers(failure).slice(0, LONGEST_FAILURE);
    const subject = holds === undefined ? stream : subjectOf(holds);
    const about = { policy, event: recorded.type, stream, subject, since, failure: text };
    return { ...about, isCut: false, platform };
  } catch (error) {
    if (error instanceof RecordCut) return hiddenWork(parked, error);
    throw error;
  }
};

/** `isCut` = the record of the money is cut. */
const moneyOf = async (
  { findCaseOf, labelOf }: Reading,
  { stream, isCut }: FoundWork,
): Promise<Pick<ParkedWork, 'money' | 'isCut'>> => {
  if (isCut) return { money: null, isCut };
  try {
    const found = await findCaseOf(stream);
    if (found === undefined) return { money: null, isCut };
    const { provider, amount, currency, asked } = found;
    const money = { provider, providerLabel: labelOf(provider), amount, currency, asked };
    return { money, isCut };
  } catch (error) {
    if (error instanceof RecordCut) return { money: null, isCut: true };
    // Work that fails on an event of a later release is shown too, without its money.
    if (error instanceof UnreadableEvent) return { money: null, isCut };
    throw error;
  }
};

/** The first of each queue, and work without a queue. */
const firstOfEach = (parked: readonly Parked[]): readonly Parked[] => {
  const seen = new Set<string>();
  return parked.filter(({ holds }) => {
    if (holds === undefined) return true;
    const isFirst = !seen.has(holds);
    seen.add(holds);
    return isFirst;
  });
};

/** Returns events that a policy has failed to process for five minutes or more. Of events in one queue, only the first is returned. */
export const listParkedWork = async (
  reading: Reading,
  platformId: string,
  now: Timestamp,
): Promise<readonly ParkedWork[]> => {
  const { checkpoints } = reading;
  const latest = addSeconds(now, -SHOWN_AFTER_SECONDS);
  const shown: ParkedWork[] = [];
  const parked = firstOfEach(await checkpoints.listParked()).filter(({ since }) => since <= latest);
  // Only the log says which platform an event is of, so all are looked up until enough are found.
  for (let from = 0; from < parked.length && shown.length < MOST_SHOWN; from += LOOKED_UP) {
    const some = parked.slice(from, from + LOOKED_UP);
    const work = await Promise.all(some.map((each) => workOf(reading, each)));
    for (const [nth, each] of work.entries()) {
      if (each === undefined || shown.length === MOST_SHOWN) continue;
      const { platform = platformId, ...its } = each;
      if (platform !== platformId) continue;
      const queue = some[nth]?.holds;
      const waiting = queue === undefined ? 0 : await checkpoints.countQueued(queue);
      shown.push({ ...its, ...(await moneyOf(reading, each)), waiting });
    }
  }
  return shown;
};
