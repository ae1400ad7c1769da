import type {
  AppendExpectedRevision,
  AppendResult,
  EventData,
  EventStoreDBClient,
} from '@eventstore/db-client';
import { within } from '#/ledger/concurrency/within.ts';
import { waitUntilReached } from './client.ts';
import { actualOf, readFailure, Unanswered, verdictOf } from './failures.ts';

const TIMEOUT_MS = 4_000;
const CONFLICT_RETRIES = 5;

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
 * @param write gets the revision that the server named in the conflict before, which may be of an event that it does not show
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
