import { StoreAway } from '#/ledger/event-store.ts';

/** What a failed call says of its append. Errors come bare or in several classes, so only codes tell. */
export type Verdict = 'wrong-expected' | 'too-large' | 'refused' | 'in-doubt';

const fieldOf = (error: unknown, name: 'code' | 'type' | 'actualVersion'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** gRPC's INVALID_ARGUMENT, PERMISSION_DENIED and UNAUTHENTICATED: repeating mends none of them. */
const HOPELESS_CODES: ReadonlySet<unknown> = new Set([3, 7, 16]);
const HOPELESS_TYPES: ReadonlySet<unknown> = new Set([
  'access-denied',
  'stream-deleted',
  'invalid-argument',
]);

/** Somebody must change something before this can work. */
export const isHopeless = (error: unknown): boolean =>
  HOPELESS_TYPES.has(fieldOf(error, 'type')) || HOPELESS_CODES.has(fieldOf(error, 'code'));

/** gRPC's CANCELLED and UNAVAILABLE; the client has begun to connect elsewhere. */
const PASSING_CODES: ReadonlySet<unknown> = new Set([1, 14]);

/** The server went away, or another one leads: asking again may reach one that answers. */
export const isPassing = (error: unknown): boolean =>
  fieldOf(error, 'type') === 'not-leader' || PASSING_CODES.has(fieldOf(error, 'code'));

export const isAbsentStream = (error: unknown): boolean =>
  fieldOf(error, 'type') === 'stream-not-found';

export const verdictOf = (error: unknown): Verdict => {
  const type = fieldOf(error, 'type');
  if (type === 'wrong-expected-version') return 'wrong-expected';
  if (type === 'maximum-append-size-exceeded') return 'too-large';
  // Even NOT_LEADER ends a stream on which earlier appends may have been carried out.
  return isHopeless(error) ? 'refused' : 'in-doubt';
};

/** Where the stream stands, by an error of verdict `wrong-expected`. */
export const actualOf = (error: unknown): number | 'no_stream' => {
  const actual = fieldOf(error, 'actualVersion');
  return typeof actual === 'bigint' ? Number(actual) : 'no_stream';
};

/** The server took the call and says nothing. */
export class Unanswered extends StoreAway {
  constructor(timeoutMs: number) {
    super(`EventStoreDB did not answer within ${timeoutMs} ms`);
    this.name = 'Unanswered';
  }
}

/** What a failed read is to whoever asked: whatever gRPC failed with may pass, unless somebody must change something first. */
export const readFailure = (error: unknown): unknown => {
  const isOfServer = isPassing(error) || typeof fieldOf(error, 'code') === 'number';
  if (!isOfServer || isHopeless(error) || error instanceof StoreAway) return error;
  return new StoreAway('EventStoreDB is away', { cause: error });
};
