import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '#/api/auth/caller.ts';
import { clientMessage, type ServerMessage } from '#/api/contract/live.ts';
import type { ErrorCode } from '#/api/http/error-texts/error-code.ts';
import { parseJson } from '#/domain/values/parse-json.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { Hub } from './hub.ts';
import type { Delta } from './ring.ts';

/** The topic's current state, sent first to a new subscription. */
export interface Snapshot {
  readonly position: string;
  readonly data: unknown;
}

/** Who may subscribe to a topic, and what the topic's state is. */
export interface Topics {
  /** Returns undefined when this caller may subscribe. */
  readonly refusal: (topic: string, caller: Caller | undefined) => Promise<ErrorCode | undefined>;
  readonly snapshot: (topic: string) => Promise<Snapshot>;
}

export interface LiveSocket {
  readonly send: (text: string) => void;
  /** Bytes passed to `send` that the network has not taken yet. */
  readonly bufferedAmount: () => number;
  readonly close: (code: number, reason: string) => void;
}

export interface ConnectionOptions {
  readonly hub: Hub;
  readonly topics: Topics;
  readonly socket: LiveSocket;
  /** Returns the caller as of now: since the last call, the session may have ended, or the caller may have fewer permissions. */
  readonly findCaller: () => Promise<Caller | undefined>;
  /** Counts a message or subscription for the client's address; false when the limit is exceeded. */
  readonly may: (limit: 'liveMessage' | 'subscription') => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  /** Default: `elapsedMs`, which does not go back when the clock is corrected. */
  readonly nowMs?: () => number;
}

const MOST_TOPICS = 50;
const MESSAGES_PER_SECOND = 20;
const SLOW_BYTES = 1_000_000;
/** Deltas stored while a snapshot is read; beyond, the client must subscribe again. */
const MOST_WAITING = 1_000;
/** Close code of RFC 6455 §7.4.1. */
const POLICY_VIOLATION = 1008;

interface Subscription {
  /** The caller whose access was last checked; undefined for an anonymous reader. */
  reader: Caller | undefined;
  /** Deltas that arrive while the snapshot is read; undefined once it was sent. */
  waiting: Delta[] | undefined;
  /** Position of the snapshot; deltas at or before it are part of the snapshot. */
  after: string;
  stop: () => void;
}

const textOf = ({ topic, position, json }: Delta): string =>
  `{"type":"delta","topic":${JSON.stringify(topic)},` +
  `"position":${JSON.stringify(position)},"data":${json}}`;

/** One live socket with its subscriptions. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Settles once the last message is processed: messages are processed one after another. */
  #lastMessage: Promise<void> = Promise.resolve();
  /** How many messages the client may still send now. */
  #allowance = MESSAGES_PER_SECOND;
  #refilledAt: number;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#refilledAt = this.#nowMs();
  }

  /** Processes a message after those before it. A client over the message limit is disconnected at once, so that no queue grows. */
  receive(text: string): Promise<void> {
    if (!this.#mayReceive()) {
      this.#hangUp();
      return Promise.resolve();
    }
    this.#lastMessage = this.#lastMessage
      .then(() => this.#process(text))
      .catch(this.#options.onFailure);
    return this.#lastMessage;
  }

  /**
   * Ends the subscriptions whose signed-in reader has lost access.
   * @throws the failure of `findCaller`, or the first failure of a check
   */
  async recheck(): Promise<void> {
    const signedIn = [...this.#subscriptions].filter(([, { reader }]) => reader !== undefined);
    if (signedIn.length === 0) return;
    const caller = await this.#options.findCaller();
    const changed = signedIn.filter(([, { reader }]) => !isDeepStrictEqual(reader, caller));
    if (changed.length === 0) return;
    const checks = changed.map(async ([topic, subscription]) => {
      const code = await this.#options.topics.refusal(topic, caller);
      if (!this.#isCurrent(topic, subscription)) return;
      if (code) this.#refuse(topic, code);
      else subscription.reader = caller;
    });
    const failed = (await Promise.allSettled(checks)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  close(): void {
    for (const topic of this.#subscriptions.keys()) this.#stop(topic);
  }

  #hangUp(): void {
    this.#send({ type: 'error', topic: null, code: 'rate/limited' });
    this.#options.socket.close(POLICY_VIOLATION, 'too many messages');
  }

  async #process(text: string): Promise<void> {
    if (!(await this.#options.may('liveMessage'))) {
      this.#hangUp();
      return;
    }
    const message = clientMessage.safeParse(parseJson(text));
    if (!message.success) {
      this.#send({ type: 'error', topic: null, code: 'request/invalid-input' });
      return;
    }
    const { data } = message;
    if (data.type === 'ping') this.#send({ type: 'pong' });
    else if (data.type === 'unsubscribe') this.#stop(data.topic);
    else await this.#subscribe(data.topic, data.since);
  }

  async #subscribe(topic: string, since: string | undefined): Promise<void> {
    // A second subscription to a topic restarts it.
    this.#stop(topic);
    const isTooMany = this.#subscriptions.size >= MOST_TOPICS;
    if (isTooMany || !(await this.#options.may('subscription'))) {
      this.#refuse(topic, 'rate/limited');
      return;
    }
    const subscription: Subscription = {
      reader: undefined,
      waiting: [],
      after: '',
      stop: () => undefined,
    };
    this.#subscriptions.set(topic, subscription);
    try {
      await this.#begin(topic, subscription, since);
    } catch (error) {
      this.#options.onFailure(error);
      if (this.#isCurrent(topic, subscription)) this.#refuse(topic, 'service/unavailable');
    }
  }

  async #begin(
    topic: string,
    subscription: Subscription,
    since: string | undefined,
  ): Promise<void> {
    const { hub, topics, findCaller } = this.#options;
    subscription.reader = await findCaller();
    const code = await topics.refusal(topic, subscription.reader);
    if (!this.#isCurrent(topic, subscription)) return;
    if (code) {
      this.#refuse(topic, code);
      return;
    }
    subscription.stop = hub.listen(topic, {
      onDelta: (delta) => this.#onDelta(topic, subscription, delta),
      onResync: () => this.#resync(topic),
    });
    const missed = since === undefined ? undefined : hub.since(topic, since);
    if (missed) {
      subscription.waiting = undefined;
      for (const delta of missed) this.#onDelta(topic, subscription, delta);
      return;
    }
    // Listening began before the snapshot was read, so deltas missing from it are in `waiting`.
    const { position, data } = await topics.snapshot(topic);
    if (!this.#isCurrent(topic, subscription)) return;
    const waiting = subscription.waiting ?? [];
    subscription.waiting = undefined;
    subscription.after = position;
    this.#send({ type: 'snapshot', topic, position, data });
    for (const delta of waiting) this.#onDelta(topic, subscription, delta);
  }

  #onDelta(topic: string, subscription: Subscription, delta: Delta): void {
    if (!this.#isCurrent(topic, subscription)) return;
    const { waiting, after } = subscription;
    if (waiting) {
      waiting.push(delta);
      if (waiting.length > MOST_WAITING) this.#resync(topic);
      return;
    }
    if (delta.position <= after) return;
    // A client that reads too slowly gets a snapshot instead of all missed deltas.
    if (this.#options.socket.bufferedAmount() > SLOW_BYTES) this.#resync(topic);
    else this.#options.socket.send(textOf(delta));
  }

  #isCurrent(topic: string, subscription: Subscription): boolean {
    return this.#subscriptions.get(topic) === subscription;
  }

  #resync(topic: string): void {
    this.#stop(topic);
    this.#send({ type: 'resync', topic });
  }

  #refuse(topic: string, code: ErrorCode): void {
    this.#stop(topic);
    this.#send({ type: 'error', topic, code });
  }

  #stop(topic: string): void {
    this.#subscriptions.get(topic)?.stop();
    this.#subscriptions.delete(topic);
  }

  #send(message: ServerMessage): void {
    this.#options.socket.send(JSON.stringify(message));
  }

  /** Counts a message against the allowance, which refills evenly to at most one second's messages. @returns false if it is used up */
  #mayReceive(): boolean {
    const now = this.#nowMs();
    const refill = ((now - this.#refilledAt) / 1_000) * MESSAGES_PER_SECOND;
    this.#allowance = Math.min(MESSAGES_PER_SECOND, this.#allowance + refill) - 1;
    this.#refilledAt = now;
    return this.#allowance >= 0;
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? thisMachine.elapsedMs)();
  }
}
