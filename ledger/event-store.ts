/**
 * The port to the event log. Every store passes `event-store.contract.ts`, and code that uses the port does not know which store
 * runs. There is no transaction across streams: one business fact is one event in one stream.
 */

import type { Checkpoints } from './checkpoints/checkpoints.ts';

declare const positionBrand: unique symbol;

/** A position in the whole log. Opaque; sorts as text. */
export type Position = string & { readonly [positionBrand]: true };

/**
 * Whether a position has the form of this log's positions, so that the two can be compared. The positions of one kind of store have the
 * same length. A position of another length may date from before the log was moved to another kind of store.
 */
export const isComparable = (position: string, ours: string): boolean =>
  position.length === ours.length;

/** The number of an event in its stream, from 0 without gaps. */
export type Revision = number;

/** The last revision that the writer expects in the stream. There is no `any`: no append skips this check. */
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
  /** Keyed SHA-256 of the canonical request, when the caller gave an Idempotency-Key. */
  readonly request?: string;
  /** The actor's reason, when the procedure asks for one. */
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
  /** ISO 8601 UTC with milliseconds: when the event was first recorded, even if the log was moved since. */
  readonly recordedAt: string;
  /** Only for an event moved here from another log: the position at which it was first recorded, which the seals cover. */
  readonly sealedAs?: Position;
  /** Lower-case hex of the chained hash, where the store keeps a chain. */
  readonly hash?: string;
}

export interface Appended {
  /** The revision of the last event of this append. */
  readonly revision: Revision;
  readonly position: Position;
  /** True = the store knows that the same events were appended before with the same expectation, and nothing new was written. */
  readonly duplicate: boolean;
}

/** A stream that can no longer be read completely. Its remaining events must not be used to build a state. */
export interface Cut {
  readonly stream: string;
  /** What was done to the stream, as the end of a sentence: `the server hides what is before revision 2`. */
  readonly how: string;
  /** The stream cannot be restored. */
  readonly isForGood?: boolean;
}

export type AppendFailure =
  | { readonly kind: 'wrong-expected'; readonly actual: Expected }
  /** Not written, and a retry does not help: an operator must first restore the stream, if that is possible. */
  | { readonly kind: 'cut'; readonly cut: Cut }
  | { readonly kind: 'too-large'; readonly maximumBytes: number }
  /** Not written. Retry after `retryAfterSeconds`. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }
  /** May have been written. Retry unchanged, unless `rewinds` has changed: the same ids and expectation are never written twice. */
  | { readonly kind: 'ambiguous' };

export class AppendError extends Error {
  readonly failure: AppendFailure;

  constructor(failure: AppendFailure, options?: { readonly cause?: unknown }) {
    super(failure.kind, options);
    this.name = 'AppendError';
    this.failure = failure;
  }
}

/**
 * The stream is cut: no valid state can be built from its remaining events. Nothing is appended to it either, because an append
 * could begin the stream anew.
 */
export class RecordCut extends AppendError {
  readonly cut: Cut;

  constructor(cut: Cut) {
    super({ kind: 'cut', cut });
    this.name = 'RecordCut';
    this.message = `the record of ${cut.stream} is cut: ${cut.how}`;
    this.cut = cut;
  }
}

/** The store cannot be read now, though the request is valid: a later retry may succeed. */
export class StoreAway extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'StoreAway';
  }
}

/**
 * The log has lost its newest events since it was read, or is another copy that may lack them, so it may no longer contain what was read.
 * A reader that follows the log must begin again from the position that it has saved.
 */
export class LogRewound extends StoreAway {
  constructor() {
    super('the log has lost its end since it was read');
    this.name = 'LogRewound';
  }
}

/** Allowed stream names: a name goes into an index, a URL and a log line of every store. */
const STREAM_NAME = /^[\w$.:-]{1,200}$/;

/** No store accepts this stream name, so no such stream exists. Thrown before the store is queried. */
export class UnusableStreamName extends Error {
  constructor() {
    // The message omits the name, because an anonymous caller may have chosen it.
    super('not a name of a stream');
    this.name = 'UnusableStreamName';
  }
}

/**
 * Every store checks a name with this first, so that a bad name never fails a batch shared with other callers.
 * @throws UnusableStreamName
 */
export const requireStreamName = (stream: string): void => {
  if (!STREAM_NAME.test(stream)) throw new UnusableStreamName();
};

export type SubscriptionMessage =
  | { readonly kind: 'events'; readonly events: readonly Recorded[]; readonly upTo: Position }
  /** Progress without an event: the log was examined up to `upTo`, and all our events up to there were delivered before. */
  | { readonly kind: 'checkpoint'; readonly upTo: Position }
  | { readonly kind: 'caught-up' };

/** The cut streams of a server that can hide events. */
export interface Cuts {
  /** Returns the cuts found so far, without a query. */
  list(): readonly Cut[];
  /** Returns all cuts, after reading all metadata up to now. @throws StoreAway, and when aborted */
  find(signal: AbortSignal): Promise<readonly Cut[]>;
}

export interface EventStore {
  /**
   * Appends to one stream, atomically; idempotent on (stream, ids, expected).
   * @throws AppendError, UnusableStreamName; TypeError for events that no store accepts; `EventIdTaken` in stores that check it
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    options: { readonly expected: Expected; readonly timeoutMs?: number },
  ): Promise<Appended>;

  /**
   * Returns events in order, from a revision (inclusive); none if the stream never existed, or ends before that revision.
   * @throws RecordCut when events from there on are hidden or deleted, StoreAway or the database's error, UnusableStreamName
   */
  readStream(
    stream: string,
    options?: { readonly from?: Revision; readonly limit?: number },
  ): Promise<readonly Recorded[]>;

  /**
   * Yields the whole log in order, in batches, exclusive of `after`, up to the head when the read began.
   * @throws StoreAway or the database's error, and when aborted
   */
  readAll(options: {
    readonly after?: Position;
    readonly limit?: number;
    readonly batchSize?: number;
    readonly signal?: AbortSignal;
  }): AsyncIterable<readonly Recorded[]>;

  /**
   * Delivers events in order, at least once, exclusive of `after`; reconnects automatically, and ends when aborted, or when the store is
   * closed. @throws LogRewound, and errors that no retry can change
   */
  subscribe(options: {
    readonly after?: Position;
    readonly maximumBatch?: number;
    readonly signal: AbortSignal;
  }): AsyncIterable<SubscriptionMessage>;

  /** Position of the last event, or undefined when the log is empty. */
  head(): Promise<Position | undefined>;

  /**
   * How often, since this store was opened, it found that the log had lost its newest events, or was another copy that may lack them, as
   * after a failover to a standby. Once the number has changed, nothing that was read from the log before may be used.
   */
  rewinds(): number;

  /**
   * Returns the name of the copy of the log to which appends go now. Another name means another copy, which may lack the last events of the
   * former one. The same name proves nothing: a server that was restored from its own files may keep it.
   */
  lineage(): string;

  /** How far policies and reactions have processed the log; stored with the log, but not as events. */
  readonly checkpoints: Checkpoints;

  /** Absent in stores that cannot hide events. */
  readonly cuts?: Cuts;

  /** Completes or refuses queued appends, then releases every resource. */
  close(): Promise<void>;
}

/** Largest total of `data` and `meta` in one append; EventStoreDB's own limit is 1 MiB. */
export const MAXIMUM_APPEND_BYTES = 900_000;

/** Most events in one append. */
export const MAXIMUM_APPEND_EVENTS = 500;
