import { setTimeout as delay } from 'node:timers/promises';
import { excludeSystemEvents, START } from '@eventstore/db-client';
import type {
  AllStreamResolvedEvent,
  AllStreamSubscription,
  EventStoreDBClient,
} from '@eventstore/db-client';
import type { Position, Recorded, SubscriptionMessage } from '#/ledger/event-store.ts';
import type { Horizon } from './position.ts';
import type { Reader } from './reader.ts';
import { retryDelay } from '#/ledger/stores/tail.ts';
import { isOurs, recordedOf } from './content.ts';
import { isHopeless } from './failures.ts';
import { Incoming } from './incoming.ts';
import { logPosition, positionText } from './position.ts';

export interface Following {
  readonly client: EventStoreDBClient;
  readonly reader: Reader;
  readonly horizon: Horizon;
  readonly after: Position | undefined;
  readonly maximumBatch: number;
  readonly signal: AbortSignal;
  /** Of silence, after which the log itself is looked at. */
  readonly quietMs: number;
}

/** Events that the server passes over before it says how far it has come. */
const CHECKPOINT_EVERY = 200;

/** How long the rest of what is known to be written may take to join its batch. */
const GATHERING_MS = 100;

/** One subscription of the server, from its beginning to its failure. */
class Session {
  readonly #options: Following;
  readonly #subscription: AllStreamSubscription;
  readonly #incoming: Incoming<AllStreamResolvedEvent>;
  #events: Recorded[] = [];
  /** Everything up to here was taken in. */
  #reached: Position | '';
  /** What the server told to be passed; what waits in the stream may lie before it. */
  #passed: Position | '' = '';
  #told: Position | '';

  constructor(options: Following, from: Position | undefined) {
    this.#options = options;
    this.#reached = from ?? '';
    this.#told = this.#reached;
    const filter = excludeSystemEvents({
      maxSearchWindow: CHECKPOINT_EVERY,
      checkpointReached: (_, position) => {
        this.#passed = positionText(position);
        this.#incoming.ring();
      },
    });
    const fromPosition = from === undefined ? START : logPosition(from);
    const ahead = { highWaterMark: options.maximumBatch };
    this.#subscription = options.client.subscribeToAll(
      { fromPosition, filter, requiresLeader: true },
      ahead,
    );
    this.#incoming = new Incoming(this.#subscription);
  }

  async *messages(): AsyncGenerator<SubscriptionMessage> {
    const { reader, signal, horizon } = this.#options;
    try {
      // Servers before 23.10 never say that one has caught up, so it is held against the head.
      let goal: string = (await reader.head(signal)) ?? '';
      let caughtUp = false;
      while (!signal.aborted) {
        await this.#gather(goal);
        if (this.#told < this.#reached) yield this.#tell();
        else if (this.#reached >= goal && !caughtUp) {
          caughtUp = true;
          yield { kind: 'caught-up' };
        } else await this.#idle();
        // What is known to be written when the consumer asks makes one batch.
        if (caughtUp) goal = horizon.latest;
      }
    } finally {
      this.#subscription.unsubscribe().catch(() => undefined);
    }
  }

  /** Takes in what has come and, once anything has, waits a little for the rest as far as the goal. */
  async #gather(goal: string): Promise<void> {
    const { maximumBatch, signal } = this.#options;
    const until = performance.now() + GATHERING_MS;
    for (;;) {
      this.#take();
      const isComplete = this.#events.length === maximumBatch || this.#reached >= goal;
      const left = until - performance.now();
      if (isComplete || this.#told === this.#reached || left <= 0 || signal.aborted) return;
      await this.#news(left);
    }
  }

  #take(): void {
    const { maximumBatch, horizon } = this.#options;
    for (const { event } of this.#incoming.take(maximumBatch - this.#events.length)) {
      if (event === undefined) continue;
      const position = positionText(event.position);
      // A server may deliver twice.
      if (position <= this.#reached) continue;
      this.#reached = position;
      if (!isOurs(event)) continue;
      this.#events.push(recordedOf(event));
      horizon.reach(position);
    }
    if (!this.#incoming.waiting && this.#passed > this.#reached) this.#reached = this.#passed;
  }

  #tell(): SubscriptionMessage {
    const events = this.#events;
    // There is something to tell, so something was reached.
    const upTo = this.#reached as Position;
    this.#events = [];
    this.#told = upTo;
    return events.length > 0 ? { kind: 'events', events, upTo } : { kind: 'checkpoint', upTo };
  }

  async #news(timeoutMs: number): Promise<boolean> {
    if (this.#incoming.isOver()) throw new Error('the server ended the subscription');
    return this.#incoming.news(timeoutMs, this.#options.signal);
  }

  /** Silence may be that of a server which forgot us. */
  async #idle(): Promise<void> {
    const { reader, signal, quietMs } = this.#options;
    if (await this.#news(quietMs)) return;
    const head = (await reader.head(signal)) ?? '';
    if (head <= this.#reached || (await this.#news(GATHERING_MS))) return;
    throw new Error('the subscription brings nothing although the log goes on');
  }
}

/** Follows the log, subscribing again from where the consumer is whenever a subscription fails. */
export async function* follow(options: Following): AsyncGenerator<SubscriptionMessage> {
  const { signal } = options;
  let from = options.after;
  let failures = 0;
  while (!signal.aborted) {
    try {
      for await (const message of new Session(options, from).messages()) {
        failures = 0;
        if (message.kind !== 'caught-up') from = message.upTo;
        yield message;
      }
    } catch (error) {
      if (isHopeless(error)) throw error;
    }
    await delay(retryDelay(failures), undefined, { signal }).catch(() => undefined);
    failures += 1;
  }
}
