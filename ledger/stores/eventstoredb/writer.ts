import { setTimeout as delay } from 'node:timers/promises';
import type { AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import type { Appended, Expected, NewEvent, Recorded } from '#/ledger/event-store.ts';
import type { Horizon } from './position.ts';
import type { Reader } from './reader.ts';
import { AppendError, MAXIMUM_APPEND_BYTES } from '#/ledger/event-store.ts';
import { measureAppend, revisionOf } from '#/ledger/stores/append-request.ts';
import { reached } from './client.ts';
import { eventData } from './content.ts';
import { actualOf, verdictOf } from './failures.ts';
import { positionText } from './position.ts';

/** Below the five seconds in which a caller must be told. */
const APPEND_TIMEOUT_MS = 4_000;
const RETRY_AFTER_SECONDS = 1;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

interface Request {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly expected: Expected;
}

/** How far an append has come. */
interface Progress {
  /** It may have been written. */
  inDoubt: boolean;
  /** Its caller has an answer. */
  over: boolean;
  readonly ended: PromiseWithResolvers<void>;
}

const refuseSystemNames = ({ stream, events }: Request): void => {
  const name = [stream, ...events.map(({ type }) => type)].find((each) => each.startsWith('$'));
  if (name !== undefined) throw new TypeError(`a name that belongs to the server: ${name}`);
};

/**
 * The stream is elsewhere than expected: either these very events made it so, or they are refused.
 */
const decided = ({ events }: Request, actual: Expected, there: readonly Recorded[]): Appended => {
  const last = there.at(-1);
  if (last === undefined || events.some(({ id }, index) => there[index]?.id !== id)) {
    throw new AppendError({ kind: 'wrong-expected', actual });
  }
  return { revision: last.revision, position: last.position, duplicate: true };
};

/** Appends until the outcome is known, or the time is over and it is told as what it is. */
export class Writer {
  readonly #client: EventStoreDBClient;
  readonly #reader: Reader;
  readonly #horizon: Horizon;
  readonly #maximumQueue: number;
  readonly #running = new Set<Promise<unknown>>();
  /** By its first event, an append that is under way: its repetition waits, to be told what it is. */
  readonly #sending = new Map<string, Promise<void>>();
  #closed = false;

  constructor(
    client: EventStoreDBClient,
    parts: { readonly reader: Reader; readonly horizon: Horizon; readonly maximumQueue: number },
  ) {
    this.#client = client;
    this.#reader = parts.reader;
    this.#horizon = parts.horizon;
    this.#maximumQueue = parts.maximumQueue;
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    how: { readonly expected: Expected; readonly timeoutMs?: number },
  ): Promise<Appended> {
    const { expected, timeoutMs = APPEND_TIMEOUT_MS } = how;
    const progress = { inDoubt: false, over: false, ended: Promise.withResolvers<void>() };
    if (this.#closed || this.#running.size >= this.#maximumQueue) throw this.#outcome(progress);
    measureAppend(stream, events, expected);
    const request = { stream, events, expected };
    refuseSystemNames(request);
    const expiry = Promise.withResolvers<never>();
    const timer = setTimeout(() => expiry.reject(this.#outcome(progress)), timeoutMs);
    this.#running.add(progress.ended.promise);
    try {
      return await Promise.race([this.#inTurn(request, timeoutMs, progress), expiry.promise]);
    } finally {
      clearTimeout(timer);
      this.#end(request, progress);
    }
  }

  /** Waits for what is under way, but sends nothing again. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
  }

  #outcome({ inDoubt }: Progress, cause?: unknown): AppendError {
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
    const id = events[0]?.id ?? '';
    for (let other = this.#sending.get(id); other !== undefined; other = this.#sending.get(id)) {
      await other;
    }
    this.#sending.set(id, progress.ended.promise);
    const known = this.#horizon.latest;
    const expectedRevision = expected === 'no_stream' ? expected : BigInt(expected);
    return this.#persist(request, progress, known, () =>
      this.#client.appendToStream(stream, data, {
        expectedRevision,
        deadline: timeoutMs,
        requiresLeader: true,
      }),
    );
  }

  /** The same ids and expectation never write twice, so what is in doubt is sent again. */
  async #persist(
    request: Request,
    progress: Progress,
    known: string,
    send: () => Promise<AppendResult>,
  ): Promise<Appended> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      let failure: unknown;
      try {
        await reached(this.#client);
        if (progress.over) throw this.#outcome(progress);
        progress.inDoubt = true;
        return this.#appended(await send(), known);
      } catch (error) {
        failure = error;
      }
      const verdict = verdictOf(failure);
      if (verdict === 'refused') throw failure;
      if (verdict === 'too-large') {
        throw new AppendError({ kind: 'too-large', maximumBytes: MAXIMUM_APPEND_BYTES });
      }
      if (verdict === 'wrong-expected') {
        const there = await this.#there(request, actualOf(failure)).catch(() => undefined);
        if (there !== undefined) return decided(request, actualOf(failure), there);
      }
      if (progress.over || this.#closed) throw this.#outcome(progress, failure);
      await delay(pause * (0.5 + Math.random()));
    }
  }

  #appended({ nextExpectedRevision, position: at }: AppendResult, known: string): Appended {
    if (at === undefined) throw new Error('EventStoreDB did not say where it appended');
    const position = positionText(at);
    this.#horizon.reach(position);
    // What this process had heard of before it sent anything was there before.
    return { revision: Number(nextExpectedRevision), position, duplicate: position <= known };
  }

  /** What is recorded where these events were to go, as far as they could be it. */
  async #there({ stream, events, expected }: Request, actual: Expected) {
    const before = revisionOf(expected);
    if (revisionOf(actual) < before + events.length) return [];
    return this.#reader.stream(stream, before + 1, events.length);
  }
}
