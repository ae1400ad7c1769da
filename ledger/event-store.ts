/**
 * The port of the record. Every store passes `event-store.contract.ts`, and nothing else in the product knows which one
 * runs. There is no transaction across streams: one business fact is one event in one stream.
 */

declare const positionBrand: unique symbol;

/** A place in the whole log. Opaque, and sorts as text. */
export type Position = string & { readonly [positionBrand]: true };

/**
 * Whether a position can be compared with one of ours. Those of one log are of one length; one of another length was given
 * out before the log was moved to another kind of store, and says nothing here.
 */
export const isComparable = (position: string, ours: string): boolean =>
  position.length === ours.length;

/** A place in one stream, dense from 0. */
export type Revision = number;

/** What the writer believes of the stream. There is no `any`: money never goes unchecked. */
export type Expected = 'no_stream' | Revision;

export interface EventMeta {
  /** Schema version of `data`, from 1. */
  readonly v: number;
  readonly platform: string;
  /** Who asked: `seller:<id>`, `admin:<id>`, `buyer`, `policy:<name>`, `provider:<id>`, `system`. */
  readonly actor: string;
  /** The one thing all these events belong to (usually the payment). */
  readonly correlation: string;
  /** The command's id; event ids are derived from it. */
  readonly causation: string;
  /** SHA-256 of the canonical request, when the caller gave an Idempotency-Key. */
  readonly request?: string;
  /** Why, in the actor's words, when the procedure asks for it. */
  readonly reason?: string;
  /** Hex of the content hash over stream, id, type, version and the exact bytes of `data` (`audit/hash.ts`). */
  readonly hash: string;
}

/** `data` and `meta` are JSON text, serialised once by the codec; stores keep the bytes exactly. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly meta: string;
}

export interface Recorded extends NewEvent {
  readonly stream: string;
  readonly revision: Revision;
  readonly position: Position;
  /** ISO 8601 UTC with milliseconds: when it was first recorded, also where the log was moved since. */
  readonly recordedAt: string;
  /** Of an event that was moved here from another log: the position under which it was first recorded, which seals cover. */
  readonly sealedAs?: Position;
  /** Lower-case hex of the chained hash, where the store keeps a chain. */
  readonly hash?: string;
}

export interface Appended {
  /** Of the last event of this append. */
  readonly revision: Revision;
  readonly position: Position;
  /** The same ids were already there with the same expectation: nothing new was written. */
  readonly duplicate: boolean;
}

/** A stream of which not all can be read any more. What is left of it is no state to decide on. */
export interface Cut {
  readonly stream: string;
  /** What was done to it, as the end of a sentence: `the server hides what is before revision 2`. */
  readonly how: string;
  /** Nobody can make it whole again. */
  readonly isForGood?: boolean;
}

export type AppendFailure =
  | { readonly kind: 'wrong-expected'; readonly actual: Expected }
  /** Not written, and repeating mends nothing: a person must make the stream whole again. */
  | { readonly kind: 'cut'; readonly cut: Cut }
  | { readonly kind: 'too-large'; readonly maximumBytes: number }
  /** Not written. Ask again after `retryAfterSeconds`. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }
  /** May have been written. Repeat verbatim: the same ids and expectation never write twice. */
  | { readonly kind: 'ambiguous' };

export class AppendError extends Error {
  readonly failure: AppendFailure;

  constructor(failure: AppendFailure, options?: { readonly cause?: unknown }) {
    super(failure.kind, options);
    this.name = 'AppendError';
    this.failure = failure;
  }
}

/** The stream is cut: reading it yields no state, and appending to it would begin it anew. The message is one sentence. */
export class RecordCut extends AppendError {
  readonly cut: Cut;

  constructor(cut: Cut) {
    super({ kind: 'cut', cut });
    this.name = 'RecordCut';
    this.message = `the record of ${cut.stream} is cut: ${cut.how}`;
    this.cut = cut;
  }
}

/** The store cannot be read now, through no fault of what was asked: asking later may be answered. */
export class StoreAway extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'StoreAway';
  }
}

/** What a stream may be called: its name goes into an index, a URL and a log line of every store. */
const STREAM_NAME = /^[\w$.:-]{1,200}$/;

/** No store can keep a stream of this name, so there is none. Nothing was asked of the store. */
export class UnusableStreamName extends Error {
  constructor() {
    // Without the name: a stranger may have chosen it.
    super('not a name of a stream');
    this.name = 'UnusableStreamName';
  }
}

/** The first thing that every store does with a name, so that a bad one never reaches what others wait for too. @throws UnusableStreamName */
export const requireStreamName = (stream: string): void => {
  if (!STREAM_NAME.test(stream)) throw new UnusableStreamName();
};

export type SubscriptionMessage =
  | { readonly kind: 'events'; readonly events: readonly Recorded[]; readonly upTo: Position }
  /** Everything up to here was delivered or did not match. */
  | { readonly kind: 'checkpoint'; readonly upTo: Position }
  | { readonly kind: 'caught-up' };

/** What a server that can hide parts of streams is known to hide. */
export interface Cuts {
  /** As heard of so far, without asking. */
  known(): readonly Cut[];
  /** After all there is was looked at. @throws StoreAway, and when aborted */
  find(signal: AbortSignal): Promise<readonly Cut[]>;
}

export interface EventStore {
  /** Atomic in one stream; idempotent on (stream, ids, expected). @throws AppendError, UnusableStreamName */
  append(
    stream: string,
    events: readonly NewEvent[],
    options: { readonly expected: Expected; readonly timeoutMs?: number },
  ): Promise<Appended>;

  /**
   * In order, from a revision (inclusive). A stream that never was yields nothing.
   * @throws RecordCut when events from there on are hidden or deleted, StoreAway or the database's error, UnusableStreamName
   */
  readStream(
    stream: string,
    options?: { readonly from?: Revision; readonly limit?: number },
  ): Promise<readonly Recorded[]>;

  /** Batches of the whole log in order, exclusive of `after`, up to the head when the read began. */
  readAll(options: {
    readonly after?: Position;
    readonly limit?: number;
    readonly batchSize?: number;
    readonly signal?: AbortSignal;
  }): AsyncIterable<readonly Recorded[]>;

  /**
   * In order, at least once, exclusive of `after`; heals itself and ends only when aborted. Batches hold what arrived
   * while the consumer was busy, at most `maximumBatch`.
   */
  subscribe(options: {
    readonly after?: Position;
    readonly maximumBatch?: number;
    readonly signal: AbortSignal;
  }): AsyncIterable<SubscriptionMessage>;

  /** Position of the last event, or undefined when the log is empty. */
  head(): Promise<Position | undefined>;

  /** Absent where nothing can hide events of a stream. */
  readonly cuts?: Cuts;

  /** Settles or refuses what is queued, then lets go of every resource. */
  close(): Promise<void>;
}

/** Largest total of `data` and `meta` in one append; EventStoreDB's own limit is 1 MiB. */
export const MAXIMUM_APPEND_BYTES = 900_000;

/** Most events in one append. */
export const MAXIMUM_APPEND_EVENTS = 500;
