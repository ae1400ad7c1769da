import type { ClientMessage, TopicData, TopicKind } from '#/api/contract/live.ts';
import { backoffMs, type Backoff } from '#/domain/values/backoff.ts';
import { PING_EVERY_MILLISECONDS } from './live-ping.ts';

export interface LiveUpdate<Data> {
  /** A snapshot is the state; a delta is one change after it. */
  readonly type: 'snapshot' | 'delta';
  readonly position: string;
  readonly data: Data;
}

export interface LiveListener<Data> {
  readonly onUpdate: (update: LiveUpdate<Data>) => void;
  /** The server refuses the topic (`session/forbidden`, …). */
  readonly onRefused?: (code: string) => void;
}

/** `open`: updates arrive; otherwise poll, because data may be stale. */
export type LiveStatus = 'connecting' | 'open';

interface Envelope {
  readonly type: 'snapshot' | 'delta' | 'resync' | 'error' | 'pong';
  readonly topic?: string | null;
  readonly position?: string;
  readonly code?: string;
}

interface Subscriber {
  readonly receive: (text: string) => void;
  readonly refuse: (code: string) => void;
}

interface Topic {
  readonly subscribers: Set<Subscriber>;
  /** The last message's position, after which a new socket resumes. */
  position: string | undefined;
}

const PONG_WITHIN_MILLISECONDS = 2_500;
const OPEN_WITHIN_MILLISECONDS = 10_000;
const RETRIES: Backoff = { firstMs: 500, longestMs: 15_000 };

const liveUrl = (): string => `${location.origin.replace(/^http/, 'ws')}/live`;

/** One socket for a page's topics: opens with the first subscription, reconnects, resumes at the last position. */
export class Live {
  readonly #url: string;
  readonly #topics = new Map<string, Topic>();
  readonly #statusListeners = new Set<() => void>();
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #socket: WebSocket | undefined;
  #status: LiveStatus = 'connecting';
  #failures = 0;
  /** Runs while a response is due. A socket that misses the deadline is dead, even if it looks open. */
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(url: string = liveUrl()) {
    this.#url = url;
    this.#heartbeat = setInterval(this.#probe, PING_EVERY_MILLISECONDS);
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  /** @returns a function that unsubscribes */
  subscribe<Kind extends TopicKind>(
    name: `${Kind}:${string}`,
    listener: LiveListener<TopicData[Kind]>,
  ): () => void {
    const subscriber: Subscriber = {
      // Parsed for each subscriber, so that none shares its data with another.
      receive: (text) => listener.onUpdate(JSON.parse(text)),
      refuse: (code) => listener.onRefused?.(code),
    };
    const topic = this.#topics.get(name) ?? { subscribers: new Set(), position: undefined };
    this.#topics.set(name, topic);
    topic.subscribers.add(subscriber);
    // A later subscriber needs a snapshot too.
    if (this.#socket) this.#ask(name);
    else this.#open();
    return () => {
      topic.subscribers.delete(subscriber);
      if (topic.subscribers.size > 0 || this.#topics.get(name) !== topic) return;
      this.#topics.delete(name);
      this.#send({ type: 'unsubscribe', topic: name });
    };
  }

  readonly onStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  };

  readonly status = (): LiveStatus => this.#status;

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    this.#clearDeadline();
    clearInterval(this.#heartbeat);
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
  }

  #setStatus(status: LiveStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    for (const listener of this.#statusListeners) listener();
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #ask(topic: string, since?: string): void {
    this.#send({ type: 'subscribe', topic, ...(since !== undefined && { since }) });
  }

  #receive(text: string): void {
    this.#clearDeadline();
    const envelope: Envelope = JSON.parse(text);
    const name = envelope.topic ?? '';
    const topic = this.#topics.get(name);
    if (!topic) return;
    if (envelope.type === 'resync') {
      topic.position = undefined;
      this.#ask(name);
    } else if (envelope.type === 'error') {
      for (const subscriber of topic.subscribers) subscriber.refuse(envelope.code ?? '');
    } else {
      topic.position = envelope.position;
      for (const subscriber of topic.subscribers) subscriber.receive(text);
    }
  }

  readonly #open = (): void => {
    clearTimeout(this.#retryTimer);
    if (this.#socket || this.#closed) return;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#expectWithin(OPEN_WITHIN_MILLISECONDS);
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#failures = 0;
      this.#clearDeadline();
      for (const [name, topic] of this.#topics) this.#ask(name, topic.position);
      this.#setStatus('open');
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#receive(String(data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#reopenSoon();
    };
  };

  #reopenSoon(): void {
    this.#socket = undefined;
    this.#clearDeadline();
    this.#setStatus('connecting');
    if (this.#closed || this.#topics.size === 0) return;
    clearTimeout(this.#retryTimer);
    const pause = backoffMs(this.#failures, RETRIES, Math.random());
    this.#retryTimer = setTimeout(this.#open, pause);
    this.#failures += 1;
  }

  /** When the page is visible again, or the network is back: tests the socket, or opens one at once. */
  readonly #hurry = (): void => {
    if (document.visibilityState !== 'visible' || this.#topics.size === 0) return;
    if (this.#socket) this.#probe();
    else this.#open();
  };

  /** After sleep or another network, a socket may look open and be dead. */
  readonly #probe = (): void => {
    if (this.#status !== 'open' || this.#deadline !== undefined) return;
    this.#send({ type: 'ping' });
    this.#expectWithin(PONG_WITHIN_MILLISECONDS);
  };

  #expectWithin(milliseconds: number): void {
    this.#deadline = setTimeout(this.#giveUp, milliseconds);
  }

  /** Any message proves that the socket works. */
  #clearDeadline(): void {
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
  }

  readonly #giveUp = (): void => {
    const dead = this.#socket;
    this.#reopenSoon();
    dead?.close();
  };
}
