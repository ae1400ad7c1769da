import type { Expected, NewEvent, Revision } from '#/ledger/event-store.ts';
import {
  AppendError,
  MAXIMUM_APPEND_BYTES,
  MAXIMUM_APPEND_EVENTS,
  requireStreamName,
} from '#/ledger/event-store.ts';

/** The first event of a stream is at `ABSENT + 1`. */
export const ABSENT = -1;

export const revisionOf = (expected: Expected): Revision =>
  expected === 'no_stream' ? ABSENT : expected;

export const expectedOf = (revision: Revision): Expected =>
  revision === ABSENT ? 'no_stream' : revision;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TYPE = /^[\w$.:-]{1,100}$/;

const refuse = (why: string): never => {
  throw new TypeError(why);
};

const checkEvent = ({ id, type, data, meta }: NewEvent): void => {
  if (!UUID.test(id)) refuse(`not a lower-case UUID: ${id}`);
  if (!TYPE.test(type)) refuse(`not an event type: ${type}`);
  // Half of a surrogate pair would be read back as another character.
  if (!data.isWellFormed() || !meta.isWellFormed()) refuse(`not Unicode: event ${id}`);
};

export interface AppendLimits {
  /** Limit for `data` and `meta` together. */
  readonly bytes: number;
  readonly events: number;
}

const LIMITS: AppendLimits = { bytes: MAXIMUM_APPEND_BYTES, events: MAXIMUM_APPEND_EVENTS };

/**
 * Refuses an append that a store could not keep exactly.
 * @returns bytes of `data` and `meta` together
 * @throws AppendError `too-large`, UnusableStreamName; TypeError for a caller's mistake that no retry can fix
 */
export const measureAppend = (
  stream: string,
  events: readonly NewEvent[],
  expected: Expected,
  limits: AppendLimits = LIMITS,
): number => {
  requireStreamName(stream);
  if (expected !== 'no_stream' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    refuse(`not an expectation: ${String(expected)}`);
  }
  if (events.length === 0) refuse(`nothing to append to ${stream}`);
  let bytes = 0;
  for (const event of events) {
    checkEvent(event);
    bytes += Buffer.byteLength(event.data) + Buffer.byteLength(event.meta);
  }
  if (bytes > limits.bytes || events.length > limits.events) {
    throw new AppendError({ kind: 'too-large', maximumBytes: limits.bytes });
  }
  if (events.length > 1 && new Set(events.map(({ id }) => id)).size < events.length) {
    refuse(`an event id twice in one append to ${stream}`);
  }
  return bytes;
};

/** An event id is recorded at another place of the log. Some stores do not check this. */
export class EventIdTaken extends Error {
  constructor(stream: string, options?: { readonly cause?: unknown }) {
    super(`an event id of this append to ${stream} is already recorded elsewhere`, options);
    this.name = 'EventIdTaken';
  }
}
