import type { AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import type { Appended, Expected, NewEvent, Recorded, Revision } from '#/ledger/event-store.ts';
import type { CutWatch } from './cuts.ts';
import type { Names } from './names.ts';
import type { Horizon } from './position.ts';
import { AppendError, MAXIMUM_APPEND_BYTES, RecordCut } from '#/ledger/event-store.ts';
import { measureAppend, revisionOf } from '#/ledger/stores/append-request.ts';
import { waitUntilReached } from './client.ts';
import { eventData } from './content.ts';
import { actualOf, readFailure, verdictOf } from './failures.ts';
import { positionText } from './position.ts';
import { deletedForGoodError } from './reader.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import { within } from '#/ledger/concurrency/within.ts';

/** Below the five seconds within which a caller must have an answer. */
const APPEND_TIMEOUT_MS = 4_000;
const RETRY_AFTER_SECONDS = 1;
const PAUSES = { firstMs: 20, longestMs: 500 };

interface Request {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly expected: Expected;
}

type ReadStream = (
  stream: string,
  range: { readonly from: Revision; readonly limit: number },
) => Promise<readonly Recorded[]>;

interface Progress {
  /** The append may have been written. */
  inDoubt: boolean;
  /** The caller has an answer. */
  over: boolean;
  failure?: unknown;
  readonly ended: PromiseWithResolvers<void>;
}

const refuseSystemTypes = ({ events }: Request): void => {
  const event = events.find(({ type }) => type.startsWith('$'));
  if (event !== undefined) throw new TypeError(`a type that belongs to the server: ${event.type}`);
};

/** An append that the server refused as `wrong-expected` is a duplicate if the stream has its events at the expected revisions. */
const decideConflict = (
  { events }: Request,
  actual: Expected,
  recorded: readonly Recorded[],
): Appended => {
  const last = recorded.at(-1);
  if (last === undefined || events.some(({ id }, index) => recorded[index]?.id !== id)) {
    throw new AppendError({ kind: 'wrong-expected', actual });
  }
  return { revision: last.revision, position: last.position, duplicate: true };
};

/** Appends, retrying until the outcome is known or the timeout ends it as `unavailable` or `ambiguous`. */
export class Writer {
  readonly #client: EventStoreDBClient;
  readonly #names: Names;
  readonly #cuts: CutWatch;
  readonly #readStream: ReadStream;
  readonly #horizon: Horizon;
  readonly #maximumQueue: number;
  readonly #running = new Set<Promise<unknown>>();
  /** Appends in progress, by the id of their first event. A caller's retry waits for the first attempt, to be known as a duplicate. */
  readonly #sending = new Map<string, Promise<void>>();
  #closed = false;

  constructor(
    client: EventStoreDBClient,
    options: {
      readonly names: Names;
      readonly cuts: CutWatch;
      readonly readStream: ReadStream;
      readonly horizon: Horizon;
      readonly maximumQueue: number;
    },
  ) {
    this.#client = client;
    this.#names = options.names;
    this.#cuts = options.cuts;
    this.#readStream = options.readStream;
    this.#horizon = options.horizon;
    this.#maximumQueue = options.maximumQueue;
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    how: { readonly expected: Expected; readonly timeoutMs?: number },
  ): Promise<Appended> {
    const { expected, timeoutMs = APPEND_TIMEOUT_MS } = how;
    const progress: Progress = {
      inDoubt: false,
      over: false,
      ended: Promise.withResolvers<void>(),
    };
    if (this.#closed || this.#running.size >= this.#maximumQueue) throw this.#outcome(progress);
    measureAppend(stream, events, expected);
    const request = { stream, events, expected };
    refuseSystemTypes(request);
    this.#running.add(progress.ended.promise);
    try {
      return await within(timeoutMs, this.#inTurn(request, timeoutMs, progress), () => {
        throw this.#outcome(progress);
      });
    } finally {
      this.#end(request, progress);
    }
  }

  /** Waits for appends in progress, but retries none. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
  }

  #outcome({ inDoubt, failure }: Progress): AppendError {
    const cause = failure === undefined ? undefined : readFailure(failure);
    const unavailable = { kind: 'unavailable', retryAfterSeconds: RETRY_AFTER_SECONDS } as const;
    return new AppendError(inDoubt ? { kind: 'ambiguous' } : unavailable, { cause });
  }

  #end({ events: [first] }: Request, progress: Progress): void {
    const { promise, resolve } = progress.ended;
    progress.over = true;
    if (this.#sending.get(first?.id ?? '') === promise) this.#sending.delete(first?.id ?? '');
    this.#running.delete(promise);
    resolve();
  }

  async #inTurn(request: Request, timeoutMs: number, progress: Progress): Promise<Appended> {
    const { stream, events, expected } = request;
    const data = events.map(eventData);
    const name = this.#names.toServerName(stream);
    const id = events[0]?.id ?? '';
    for (let other = this.#sending.get(id); other !== undefined; other = this.#sending.get(id)) {
      await other;
    }
    this.#sending.set(id, progress.ended.promise);
    const newestKnown = this.#horizon.received;
    const expectedRevision = expected === 'no_stream' ? expected : BigInt(expected);
    return this.#persist(request, progress, newestKnown, () =>
      this.#client.appendToStream(name, data, {
        expectedRevision,
        deadline: timeoutMs,
        requiresLeader: true,
      }),
    );
  }

  /** Sends an append until its outcome is known. A retry is safe: the same ids and expectation are not written twice. */
  async #persist(
    request: Request,
    progress: Progress,
    newestKnown: string,
    send: () => Promise<AppendResult>,
  ): Promise<Appended> {
    for (let attempt = 0; ; attempt += 1) {
      let failure: unknown;
      try {
        await waitUntilReached(this.#client);
        await this.#cuts.requireWhole(request.stream);
        if (progress.over) throw this.#outcome(progress);
        progress.inDoubt = true;
        return this.#resultOf(request, await send(), newestKnown);
      } catch (error) {
        failure = error;
      }
      progress.failure = failure;
      const verdict = verdictOf(failure);
      if (verdict === 'refused') throw readFailure(failure);
      if (verdict === 'deleted') throw deletedForGoodError(request.stream);
      if (verdict === 'too-large') {
        throw new AppendError({ kind: 'too-large', maximumBytes: MAXIMUM_APPEND_BYTES });
      }
      if (verdict === 'wrong-expected') {
        const recorded = await this.#readRecorded(request, actualOf(failure)).catch(
          (error: unknown) => {
            if (error instanceof RecordCut) throw error;
          },
        );
        if (recorded !== undefined) return decideConflict(request, actualOf(failure), recorded);
      }
      if (progress.over || this.#closed) throw this.#outcome(progress);
      await backOff(attempt, { range: PAUSES });
    }
  }

  #resultOf(request: Request, result: AppendResult, newestKnown: string): Appended {
    const { nextExpectedRevision, position: at } = result;
    // The server sends no position for a duplicate in a stream that was deleted since.
    if (at === undefined) throw new RecordCut({ stream: request.stream, how: 'it was deleted' });
    const position = positionText(at.commit, at.prepare);
    this.#horizon.reach(position);
    const revision = Number(nextExpectedRevision);
    const due = revisionOf(request.expected) + request.events.length;
    // The stream was deleted concurrently, and the server continues its old revision numbers.
    if (revision !== due) throw new RecordCut({ stream: request.stream, how: 'it was deleted' });
    // An event at a position that this process knew before it sent the append is a duplicate.
    return { revision, position, duplicate: position <= newestKnown };
  }

  async #readRecorded({ stream, events, expected }: Request, actual: Expected) {
    const before = revisionOf(expected);
    if (revisionOf(actual) < before + events.length) return [];
    return this.#readStream(stream, { from: before + 1, limit: events.length });
  }
}
