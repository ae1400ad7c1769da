import type {
  AppendExpectedRevision,
  AppendResult,
  EventData,
  EventStoreDBClient,
} from '@eventstore/db-client';
import { within } from '#/ledger/concurrency/within.ts';
import { waitUntilReached } from './client.ts';
import { revisionOf, type WireEvent } from './content.ts';
import { actualOf, readFailure, Unanswered, verdictOf } from './failures.ts';

const TIMEOUT_MS = 4_000;
const CONFLICT_RETRIES = 5;

/** How many events a stream may show beyond twice the needed ones. */
const SPARE = 10;

/** Most events that are written again in one append. */
const AGAIN_AT_ONCE = 100;

/** Writes to streams outside the log, which, unlike those of the log, may be truncated. */
export class WriterOutsideLog {
  readonly #client: EventStoreDBClient;

  constructor(client: EventStoreDBClient) {
    this.#client = client;
  }

  append(
    stream: string,
    event: EventData | EventData[],
    expectedRevision: AppendExpectedRevision,
  ): Promise<AppendResult> {
    const options = { expectedRevision, deadline: TIMEOUT_MS, requiresLeader: true };
    return this.#within(() => this.#client.appendToStream(stream, event, options));
  }

  limit(
    stream: string,
    limits: { readonly maxCount: number } | { readonly truncateBefore: number },
  ): Promise<AppendResult> {
    const options = { deadline: TIMEOUT_MS, requiresLeader: true };
    return this.#within(() => this.#client.setStreamMetadata(stream, limits, options));
  }

  /** Limits the wait, because the client may never settle an append. */
  #within<Result>(write: () => Promise<Result>): Promise<Result> {
    const sent = waitUntilReached(this.#client).then(write);
    return within(TIMEOUT_MS, sent, () => {
      throw new Unanswered(TIMEOUT_MS);
    });
  }
}

/**
 * Reads and writes again while another process writes in between.
 * @param write gets the revision that the server stated in the last conflict, which may be that of a hidden event
 */
export const retryConflicts = async (
  write: (actual: bigint | 'no_stream') => Promise<void>,
): Promise<void> => {
  let actual: bigint | 'no_stream' = 'no_stream';
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      await write(actual);
      return;
    } catch (error) {
      const isConflict = verdictOf(error) === 'wrong-expected';
      if (!isConflict || conflicts >= CONFLICT_RETRIES) throw readFailure(error);
      const stated = actualOf(error);
      actual = stated === 'no_stream' ? stated : BigInt(stated);
    }
  }
};

interface Content {
  /** All events that were read. */
  readonly shown: readonly WireEvent[];
  /** In the order of the stream. `again`: an event to write in its place, which also says all that is needed of the events before it. */
  readonly needed: readonly { readonly revision: number; readonly again: EventData }[];
}

export const isTooLong = (shown: number, needed: number): boolean => shown > 2 * needed + SPARE;

/**
 * Hides the events of a stream that are no longer needed. In a long stream, the needed events are first written again at its end; if
 * another process writes meanwhile, a later call does so. A truncation that arrives late shows hidden events again, but always up to the
 * end.
 */
export const shrink = async (
  writer: WriterOutsideLog,
  stream: string,
  { shown, needed }: Content,
): Promise<void> => {
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return;
  const moved = isTooLong(shown.length, needed.length) ? needed.slice(0, AGAIN_AT_ONCE) : [];
  const truncateBefore = needed[moved.length]?.revision ?? revisionOf(last) + 1;
  try {
    const again = moved.map((each) => each.again);
    if (again.length > 0) await writer.append(stream, again, BigInt(last.getStreamRevision()));
    if (truncateBefore > revisionOf(first)) await writer.limit(stream, { truncateBefore });
  } catch (error) {
    // The stream stays long if its needed events do not fit into one append; work goes on.
    if (!['wrong-expected', 'too-large'].includes(verdictOf(error))) throw readFailure(error);
  }
};
