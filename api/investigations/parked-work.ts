import type { OutputOf } from '#/api/contract/contract.ts';
import { withoutNumbersAndEmails } from '#/domain/privacy/personal-text.ts';
import { moneyAtStakeOf } from '#/domain/accounting/money-at-stake.ts';
import { categoryOf, streamOf } from '#/domain/values/ids.ts';
import type { Cents } from '#/domain/values/money.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { Checkpoints, Parked } from '#/ledger/checkpoints/checkpoints.ts';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import { isPassing } from '#/ledger/database/database-away.ts';
import { RecordCut, type EventMeta, type EventStore, type Recorded } from '#/ledger/event-store.ts';
import { subjectOf } from '#/ledger/policies/queues.ts';
import type { Case } from './case.ts';

type ParkedWork = OutputOf<'admin.listParkedWork'>['items'][number];

/** Work that failed first less than this long ago is not shown: it is retried, and may still succeed. */
const SHOWN_AFTER_SECONDS = 300;

/** Work of the platform that is shown at most. */
const MOST_SHOWN = 100;

/**
 * Work whose platform is not known, because the log hides its event. It is shown to every platform, after and besides the platform's own.
 */
const MOST_HIDDEN_SHOWN = 20;

/** How much parked work is looked up in the log at a time. */
const BATCH = 100;

const LONGEST_FAILURE = 300;

type CaseFields = Pick<
  Case,
  'provider' | 'currency' | 'asked' | 'amountWithFee' | 'amountOfRefund'
>;

interface Reading {
  readonly store: EventStore;
  readonly checkpoints: Pick<Checkpoints, 'listParked' | 'countQueued'>;
  /** @throws RecordCut */
  readonly findCaseOf: (stream: string) => Promise<CaseFields | undefined>;
  readonly labelOf: (provider: string) => string;
}

interface FoundWork {
  readonly shown: Omit<ParkedWork, 'waiting' | 'money' | 'isUnreadable'>;
  readonly queue: string | undefined;
  /** The event; undefined = the log hides it. */
  readonly recorded?: Recorded;
  /** Undefined = not known, because the log hides the event. */
  readonly platform?: string;
}

/** Describes work whose event the log hides. It is shown without ids, because its platform is not known. */
const describeHiddenWork = (
  { policy, stream, since, holds }: Parked,
  { cut: { how } }: RecordCut,
): FoundWork => {
  const subject = categoryOf(holds === undefined ? stream : subjectOf(holds));
  const about = { policy, since, stream: categoryOf(stream), subject };
  return { shown: { ...about, event: null, failure: how, isCut: true }, queue: holds };
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
    const text = withoutNumbersAndEmails(failure).slice(0, LONGEST_FAILURE);
    const subject = holds === undefined ? stream : subjectOf(holds);
    const about = { policy, event: recorded.type, stream, subject, since, failure: text };
    return { shown: { ...about, isCut: false }, queue: holds, recorded, platform };
  } catch (error) {
    if (error instanceof RecordCut) return describeHiddenWork(parked, error);
    throw error;
  }
};

/** Returns the stream that an event is about: for an account's event, that of the withdrawal or payment which it names; else its own. */
const requestOf = ({ stream, data }: RecordedEvent): string => {
  if (categoryOf(stream) !== 'account') return stream;
  if ('withdrawalId' in data) return streamOf('withdrawal', data.withdrawalId);
  return 'paymentId' in data && data.paymentId !== undefined
    ? streamOf('payment', data.paymentId)
    : stream;
};

const amountOf = (event: RecordedEvent, found: CaseFields | undefined): Cents | null => {
  const atStake = moneyAtStakeOf(event);
  if (atStake === null || typeof atStake === 'number') return atStake;
  if (atStake === 'WHOLE') return found?.amountWithFee ?? null;
  return found?.amountOfRefund?.(atStake.refundId) ?? null;
};

/** Returns what `read` returns; undefined if it throws, because this release cannot read all of the record. */
const tryToRead = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

interface FoundRequest {
  /** Undefined = there is no payment, refund or withdrawal, or it cannot be read. */
  readonly found: CaseFields | undefined;
  /** The event store hides a part of its record. */
  readonly isCut: boolean;
  readonly isUnreadable: boolean;
}

const findRequest = async (
  { findCaseOf }: Pick<Reading, 'findCaseOf'>,
  stream: string,
): Promise<FoundRequest> => {
  try {
    return { found: await findCaseOf(stream), isCut: false, isUnreadable: false };
  } catch (error) {
    if (error instanceof RecordCut) return { found: undefined, isCut: true, isUnreadable: false };
    if (isPassing(error)) throw error;
    // The fault lies in the record, and may be why the policy failed.
    return { found: undefined, isCut: false, isUnreadable: true };
  }
};

const moneyOf = (
  { labelOf }: Pick<Reading, 'labelOf'>,
  event: RecordedEvent,
  found: CaseFields | undefined,
): ParkedWork['money'] => {
  const amount = amountOf(event, found);
  if (found === undefined && amount === null) return null;
  const { data } = event;
  const currency = 'currency' in data ? data.currency : (found?.currency ?? null);
  const provider = 'provider' in data ? data.provider : (found?.provider ?? null);
  const acquirer = { provider, providerLabel: provider === null ? null : labelOf(provider) };
  return { ...acquirer, amount, currency, asked: found?.asked ?? null };
};

const lookUp = async (
  reading: Reading,
  recorded: Recorded,
): Promise<Pick<ParkedWork, 'money' | 'isCut' | 'isUnreadable'>> => {
  const parsed = tryToRead(() => {
    const event = decode(recorded);
    return { event, request: requestOf(event) };
  });
  if (parsed === undefined) return { money: null, isCut: false, isUnreadable: true };
  const { found, isCut, isUnreadable } = await findRequest(reading, parsed.request);
  const money = tryToRead(() => moneyOf(reading, parsed.event, found));
  return { money: money ?? null, isCut, isUnreadable: isUnreadable || money === undefined };
};

const withMoney = async (
  reading: Reading,
  { shown, queue, recorded }: FoundWork,
): Promise<ParkedWork> => {
  const waiting = queue === undefined ? 0 : await reading.checkpoints.countQueued(queue);
  const details = recorded ? await lookUp(reading, recorded) : { money: null, isUnreadable: false };
  return { ...shown, waiting, ...details };
};

/** Returns a filter: of a platform's work in one queue, only the first passes; work without a queue always passes. */
const createFirstOfEach = () => {
  const seenKeys = new Set<string>();
  return ({ queue, platform }: FoundWork): boolean => {
    if (queue === undefined) return true;
    // Hidden work has no platform, so its key differs from that of any platform's work, which it must not keep out.
    const key = `${platform} ${queue}`;
    const isFirst = !seenKeys.has(key);
    seenKeys.add(key);
    return isFirst;
  };
};

/**
 * Returns events that a policy has failed to process for five minutes or more. Of a platform's such events in one queue, only the first is
 * returned.
 */
export const listParkedWork = async (
  reading: Reading,
  platformId: string,
  now: Timestamp,
): Promise<readonly ParkedWork[]> => {
  const latest = addSeconds(now, -SHOWN_AFTER_SECONDS);
  const ofPlatform: ParkedWork[] = [];
  const hidden: ParkedWork[] = [];
  const isFirst = createFirstOfEach();
  const parked = await reading.checkpoints.listParked();
  // Only the log says of which platform an event is, so parked work is looked up in batches until enough is found.
  for (let from = 0; from < parked.length && ofPlatform.length < MOST_SHOWN; from += BATCH) {
    const batch = parked.slice(from, from + BATCH);
    const work = await Promise.all(batch.map((each) => workOf(reading, each)));
    for (const each of work) {
      if (each === undefined) continue;
      const [shown, most] = each.recorded ? [ofPlatform, MOST_SHOWN] : [hidden, MOST_HIDDEN_SHOWN];
      const { platform = platformId } = each;
      const isShown = platform === platformId && each.shown.since <= latest;
      if (shown.length < most && isShown && isFirst(each))
        shown.push(await withMoney(reading, each));
    }
  }
  return [...ofPlatform, ...hidden];
};
