import { Metadata } from '@grpc/grpc-js';
import { AppendError, StoreAway } from '#/ledger/event-store.ts';
import { reasonOf } from './reasons.ts';

/** What a failed call says of its append. Errors come bare or in several classes, so only codes tell. */
export type Verdict = 'wrong-expected' | 'too-large' | 'refused' | 'deleted' | 'in-doubt';

const fieldOf = (error: unknown, name: 'code' | 'type' | 'actualVersion' | 'metadata'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** The server's name of an error, in the client's own errors or in the trailers of a bare one. */
const typeOf = (error: unknown): unknown => {
  const metadata = fieldOf(error, 'metadata');
  const [named] = metadata instanceof Metadata ? metadata.get('exception') : [];
  return fieldOf(error, 'type') ?? named;
};

/** gRPC's INVALID_ARGUMENT, PERMISSION_DENIED and UNAUTHENTICATED: repeating mends none of them. */
const HOPELESS_CODES: ReadonlySet<unknown> = new Set([3, 7, 16]);
const HOPELESS_TYPES: ReadonlySet<unknown> = new Set([
  'access-denied',
  'stream-deleted',
  'invalid-argument',
]);

/** Somebody must change something before this can work. */
export const isHopeless = (error: unknown): boolean =>
  HOPELESS_TYPES.has(typeOf(error)) || HOPELESS_CODES.has(fieldOf(error, 'code'));

/** gRPC's CANCELLED and UNAVAILABLE; the client has begun to connect elsewhere. */
const PASSING_CODES: ReadonlySet<unknown> = new Set([1, 14]);

/** The server went away, or another one leads: asking again may reach one that answers. */
export const isPassing = (error: unknown): boolean =>
  typeOf(error) === 'not-leader' || PASSING_CODES.has(fieldOf(error, 'code'));

/** A tombstone stands in the stream. */
export const isDeletedStream = (error: unknown): boolean => typeOf(error) === 'stream-deleted';

export const verdictOf = (error: unknown): Verdict => {
  if (error instanceof AppendError) return 'refused';
  const type = typeOf(error);
  if (type === 'wrong-expected-version') return 'wrong-expected';
  if (type === 'maximum-append-size-exceeded') return 'too-large';
  if (isDeletedStream(error)) return 'deleted';
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

/** gRPC's PERMISSION_DENIED and UNAUTHENTICATED; once the user is given the right, all goes on. */
const RIGHTS_CODES: ReadonlySet<unknown> = new Set([7, 16]);

const lacksRights = (error: unknown): boolean =>
  typeOf(error) === 'access-denied' || RIGHTS_CODES.has(fieldOf(error, 'code'));

/** What a failed call is to its caller: whatever gRPC failed with may pass, unless the call itself was wrong. */
export const readFailure = (error: unknown): unknown => {
  const isOfServer = isPassing(error) || typeof fieldOf(error, 'code') === 'number';
  if (error instanceof StoreAway || error instanceof AppendError) return error;
  if (!lacksRights(error) && (!isOfServer || isHopeless(error))) return error;
  return new StoreAway(`EventStoreDB is away: ${reasonOf(error)}`, { cause: error });
};
