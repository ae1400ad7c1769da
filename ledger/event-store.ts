/** The port to the log. A transaction covers one stream: one business fact is one event in one stream. */

import type { Checkpoints } from './checkpoints/checkpoints.ts';

declare const positionBrand: unique symbol;

/** Opaque; sorts as text. */
export type Position = string & { readonly [positionBrand]: true };

/** Whether two positions are of the same kind of store: those have the same length. */
export const isComparable = (position: string, ours: string): boolean =>
  position.length === ours.length;

/** The number of an event in its stream, from 0 without gaps. */
export type Revision = number;

/** The last revision that the writer expects in the stream. */
export type Expected = 'no_stream' | Revision;

export interface EventMeta {
  /** Schema version of `data`, from 1. */
  readonly v: number;
  readonly platform: string;
  /** The author: `seller:<id>`, `admin:<id>`, `master:<id>`, `buyer`, `policy:<name>`, `provider:<id>`, `system`. */
  readonly actor: string;
  /** Id shared by all related events (usually the payment's). */
  readonly correlation: string;
  /** The command's id; event ids are derived from it. */
  readonly causation: string;
  /** Keyed SHA-256 of the request, when it had an Idempotency-Key. */
  readonly request?: string;
  /** The actor's reason, where one is asked for. */
  readonly reason?: string;
  /** Hex of the content hash over stream, id, type, version and the bytes of `data`. */
  readonly hash: string;
}

/** `data` and `meta` are JSON text; stores keep the bytes exactly. */
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
  /** ISO 8601 UTC with milliseconds, of the first recording, even if the log was moved since. */
  readonly recordedAt: string;
  /** The position at which another log first recorded the event, if it was moved. Seals cover this position. */
  readonly sealedAs?: Position;
  /** Lower-case hex of the chained hash, where the store keeps a chain. */
  readonly hash?: string;
}

export interface Appended {
  /** The revision of the last event of this append. */
  readonly revision: Revision;
  readonly position: Position;
  /** True = these events had been appended before, and nothing was written. */
  readonly duplicate: boolean;
}

/** A stream of which events are hidden or deleted. No state must be built from its remaining events. */
export interface Cut {
  readonly stream: string;
  /** The end of a sentence: `the server hides what is before revision 2`. */
  readonly how: string;
  readonly isForGood?: boolean;
}

export type AppendFailure =
  | { readonly kind: 'wrong-expected'; readonly actual: Expected }
  /** Not written, and a retry does not help. */
  | { readonly kind: 'cut'; readonly cut: Cut }
  | { readonly kind: 'too-large'; readonly maximumBytes: number }
  /** Not written. Retry after `retryAfterSeconds`. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }
  /** May have been written. A retry with the same ids and expectation does not write twice. */
  | { readonly kind: 'ambiguous' };

export class AppendError extends Error {
  readonly failure: AppendFailure;

  constructor(failure: AppendFailure, options?: { readonly cause?: unknown }) {
    super(failure.kind, options);
    this.name = 'AppendError';
    this.failure = failure;
  }
}

/** Events of the stream are hidden or deleted. Appends are refused as well as reads: they could begin the stream again. */
export class RecordCut extends AppendError {
  readonly cut: Cut;

  constructor(cut: Cut) {
    super({ kind: 'cut', cut });
    this.name = 'RecordCut';
    this.message = `the record of ${cut.stream} is cut: ${cut.how}`;
    this.cut = cut;
  }
}

/** The store cannot be reached or read now; a later call may succeed. */
export class StoreAway extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'StoreAway';
  }
}

/** The log may have lost events that were read. A reader must begin again from its saved position; what was decided on them must be decided again. */
export class LogRewound extends StoreAway {
  constructor() {
    super('the log has lost its end since it was read');
    this.name = 'LogRewound';
  }
}

/** Few characters are allowed, because a stream name goes into an index, a URL and log lines. */
const STREAM_NAME = /^[\w$.:-]{1,200}$/;

/** No store accepts this stream name, so no such stream exists. */
export class UnusableStreamName extends Error {
  constructor() {
    // The message omits the name, because an anonymous caller may have chosen it.
    super('not a name of a stream');
    this.name = 'UnusableStreamName';
  }
}

/** Checked first, so that a bad name does not fail a batch shared with others. @throws UnusableStreamName */
export const requireStreamName = (stream: string): void => {
  if (!STREAM_NAME.test(stream)) throw new UnusableStreamName();
};

export type SubscriptionMessage =
  | { readonly kind: 'events'; readonly events: readonly Recorded[]; readonly upTo: Position }
  /** The log was read up to `upTo`, and all its events before that were delivered. */
  | { readonly kind: 'checkpoint'; readonly upTo: Position }
  | { readonly kind: 'caught-up' };

export interface Cuts {
  /** Returns the cuts found so far, without a query. */
  list(): readonly Cut[];
  /** Returns all cuts up to now. @throws StoreAway, and when aborted */
  find(signal: AbortSignal): Promise<readonly Cut[]>;
}

export interface EventStore {
  /**
   * Appends to one stream, all events or none. A repetition with the same stream, event ids and `expected` writes nothing more.
   * @throws AppendError, UnusableStreamName, EventIdTaken; TypeError for events that no store accepts
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    options: { readonly expected: Expected; readonly timeoutMs?: number },
  ): Promise<Appended>;

  /**
   * Returns events of a stream in order, from this revision on (inclusive); none if the stream is shorter.
   * @throws RecordCut when events from there on are missing, StoreAway or the database's error, UnusableStreamName
   */
  readStream(
    stream: string,
    options?: { readonly from?: Revision; readonly limit?: number },
  ): Promise<readonly Recorded[]>;

  /**
   * Yields the events after `after` in order, up to the one that was the last when the read began.
   * @throws StoreAway or the database's error, and when aborted
   */
  readAll(options: {
    readonly after?: Position;
    readonly limit?: number;
    readonly batchSize?: number;
    readonly signal?: AbortSignal;
  }): AsyncIterable<readonly Recorded[]>;

  /**
   * Delivers the events after `after`, in order and at least once, until the signal aborts or the store is closed.
   * @throws LogRewound; a store may also throw errors that a retry would meet again
   */
  subscribe(options: {
    readonly after?: Position;
    readonly maximumBatch?: number;
    readonly signal: AbortSignal;
  }): AsyncIterable<SubscriptionMessage>;

  /** Position of the last event; undefined when the log is empty. */
  head(): Promise<Position | undefined>;

  /** How often the log lost its newest events, as in a failover. Once the number has changed, what was read before is void. */
  rewinds(): number;

  /** Names the copy of the log that takes appends. Another name means another copy, but two copies may have the same name. */
  lineage(): string;

  readonly checkpoints: Checkpoints;

  /** Absent in stores that cannot hide events. */
  readonly cuts?: Cuts;

  /** Completes or refuses queued appends. */
  close(): Promise<void>;
}

/** Bytes of `data` and `meta` in one append; EventStoreDB's own limit is 1 MiB. */
export const MAXIMUM_APPEND_BYTES = 900_000;

export const MAXIMUM_APPEND_EVENTS = 500;
