import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position, Recorded, SubscriptionMessage } from '#/ledger/event-store.ts';
import type { Names } from './names.ts';
import type { Horizon } from './position.ts';
import type { Reader } from './reader.ts';
import type { EventStoreRpc } from './rpc.ts';
import { LogRewound } from '#/ledger/event-store.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import { placeOf } from './content.ts';
import { isHopeless } from './failures.ts';
import { Incoming } from './incoming.ts';
import { positionText } from './position.ts';

export interface FollowOptions {
  readonly rpc: EventStoreRpc;
  readonly names: Names;
  readonly reader: Reader;
  readonly horizon: Horizon;
  readonly after: Position | undefined;
  readonly maximumBatch: number;
  readonly signal: AbortSignal;
  /** Milliseconds of silence after which the end of the log is checked. */
  readonly quietMs: number;
  /** Called with the first of several failures in a row; the server is asked again. */
  readonly onOutage: (cause: unknown) => void;
}

/** How long a batch waits for the events up to the goal that have not arrived yet. */
const GATHERING_MS = 100;

/** Above every position, so that the goal is not reached while the end of the log is unknown. */
const UNKNOWN = '\uffff';

/** One subscription to the server, until it fails. */
class Session {
  readonly #options: FollowOptions;
  readonly #from: Position | undefined;
  readonly #incoming: Incoming<ReadResp>;
  readonly #looking = new AbortController();
  #events: Recorded[] = [];
  /** All our events up to this position were received. */
  #reached: Position | '';
  #reported: Position | '';
  /** Position up to which events are known to be written. */
  #goal: string = UNKNOWN;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: FollowOptions, from: Position | undefined) {
    this.#options = options;
    this.#from = from;
    this.#reached = from ?? '';
    this.#reported = this.#reached;
    const range = { from, streams: options.names.prefixes };
    this.#incoming = new Incoming<ReadResp>(options.rpc.subscribe(range));
  }

  async *messages(): AsyncGenerator<SubscriptionMessage> {
    const { signal, horizon } = this.#options;
    try {
      void this.#lookAhead();
      let caughtUp = false;
      while (!signal.aborted) {
        await this.#gather();
        if (this.#reported < this.#reached) yield this.#report();
        else if (this.#reached >= this.#goal && !caughtUp) {
          caughtUp = true;
          yield { kind: 'caught-up' };
        } else await this.#waitForEvents();
        // After that, events that are known to be written when the consumer asks for more form one batch.
        if (caughtUp) this.#goal = horizon.latest;
      }
    } finally {
      this.#looking.abort();
      this.#incoming.cancel();
    }
  }

  /** Searches for our last event while events already arrive: on a shared server, the search may take long. */
  async #lookAhead(): Promise<void> {
    const { reader, signal } = this.#options;
    try {
      const head = await reader.head(AbortSignal.any([signal, this.#looking.signal]));
      if (this.#goal === UNKNOWN) this.#goal = head ?? '';
    } catch (error) {
      this.#failure = { error };
    }
    this.#incoming.ring();
  }

  /** Waits a little for the rest of the events up to the goal. */
  async #gather(): Promise<void> {
    const { maximumBatch, signal } = this.#options;
    const until = performance.now() + GATHERING_MS;
    for (;;) {
      this.#take();
      const isComplete = this.#events.length === maximumBatch || this.#reached >= this.#goal;
      const remainingMs = until - performance.now();
      const isOver = remainingMs <= 0 || signal.aborted;
      if (isComplete || this.#reported === this.#reached || isOver) return;
      await this.#waitForNews(remainingMs);
    }
  }

  #take(): void {
    const { maximumBatch, horizon, reader } = this.#options;
    const before = this.#reached;
    for (const message of this.#incoming.take(maximumBatch - this.#events.length)) {
      const checkpoint = message.getCheckpoint();
      if (checkpoint !== undefined) {
        this.#reach(positionText(checkpoint.getCommitPosition(), checkpoint.getPreparePosition()));
      }
      // Servers before 23.10 do not send `caught-up`, so `#lookAhead` sets the goal, too.
      if (message.hasCaughtUp() && this.#goal === UNKNOWN) this.#goal = this.#reached;
      const event = message.getEvent()?.getEvent();
      const position = event && placeOf(event);
      // A server may deliver an event twice.
      if (event === undefined || position === undefined || position <= this.#reached) continue;
      const recorded = reader.convert(event);
      if (recorded !== undefined) this.#events.push(recorded);
      this.#reach(position);
      horizon.reach(position);
    }
    if (before < this.#reached) horizon.cover(this.#from, this.#reached as Position);
  }

  #reach(position: Position): void {
    if (position > this.#reached) this.#reached = position;
  }

  #report(): SubscriptionMessage {
    const events = this.#events;
    // Called after progress, so `#reached` is not empty.
    const upTo = this.#reached as Position;
    this.#events = [];
    this.#reported = upTo;
    return events.length > 0 ? { kind: 'events', events, upTo } : { kind: 'checkpoint', upTo };
  }

  async #waitForNews(timeoutMs: number): Promise<boolean> {
    if (this.#failure !== undefined) throw this.#failure.error;
    if (this.#incoming.isOver()) throw new Error('the server ended the subscription');
    return this.#incoming.waitForNews(timeoutMs, this.#options.signal);
  }

  /** Checks the log after a long silence, because the server may have lost the subscription. */
  async #waitForEvents(): Promise<void> {
    const { reader, signal, quietMs } = this.#options;
    if (await this.#waitForNews(quietMs)) return;
    const head = (await reader.head(signal)) ?? '';
    if (head <= this.#reached || (await this.#waitForNews(GATHERING_MS))) return;
    throw new Error('the subscription brings nothing although the log goes on');
  }
}

/**
 * Yields the messages of a subscription. When the subscription fails, subscribes again from the position delivered last.
 * @throws LogRewound, and the failures that no retry can change
 */
export async function* follow(options: FollowOptions): AsyncGenerator<SubscriptionMessage> {
  const { signal, horizon, onOutage } = options;
  const { rewinds } = horizon;
  let from = options.after;
  let failures = 0;
  while (!signal.aborted) {
    if (horizon.rewinds !== rewinds) throw new LogRewound();
    try {
      for await (const message of new Session(options, from).messages()) {
        failures = 0;
        if (horizon.rewinds !== rewinds) throw new LogRewound();
        if (message.kind !== 'caught-up') from = message.upTo;
        yield message;
      }
    } catch (error) {
      if (isHopeless(error) || error instanceof LogRewound) throw error;
      if (failures === 0 && !signal.aborted) onOutage(error);
    }
    await backOff(failures, { signal });
    failures += 1;
  }
}
