import { Metadata } from '@grpc/grpc-js';
import { AppendError, StoreAway } from '#/ledger/event-store.ts';
import { reasonOf } from './reasons.ts';

export type Verdict = 'wrong-expected' | 'too-large' | 'refused' | 'deleted' | 'in-doubt';

const fieldOf = (error: unknown, name: 'code' | 'type' | 'actualVersion' | 'metadata'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** Returns the server's name of an error, from the client's error classes or from gRPC trailers. */
const typeOf = (error: unknown): unknown => {
  const metadata = fieldOf(error, 'metadata');
  const [exception] = metadata instanceof Metadata ? metadata.get('exception') : [];
  return fieldOf(error, 'type') ?? exception;
};

/** gRPC's INVALID_ARGUMENT, PERMISSION_DENIED and UNAUTHENTICATED. */
const HOPELESS_CODES: ReadonlySet<unknown> = new Set([3, 7, 16]);
const HOPELESS_TYPES: ReadonlySet<unknown> = new Set([
  'access-denied',
  'stream-deleted',
  'invalid-argument',
]);

/** Whether no retry can succeed before something is changed. */
export const isHopeless = (error: unknown): boolean =>
  HOPELESS_TYPES.has(typeOf(error)) || HOPELESS_CODES.has(fieldOf(error, 'code'));

/** gRPC's CANCELLED and UNAVAILABLE: a retry may reach another node. */
const PASSING_CODES: ReadonlySet<unknown> = new Set([1, 14]);

/** Whether a retry may reach a server that answers. */
export const isPassing = (error: unknown): boolean =>
  typeOf(error) === 'not-leader' || PASSING_CODES.has(fieldOf(error, 'code'));

/** Whether the stream has a tombstone. */
export const isDeletedStream = (error: unknown): boolean => typeOf(error) === 'stream-deleted';

export const verdictOf = (error: unknown): Verdict => {
  if (error instanceof AppendError) return 'refused';
  const type = typeOf(error);
  if (type === 'wrong-expected-version') return 'wrong-expected';
  if (type === 'maximum-append-size-exceeded') return 'too-large';
  if (isDeletedStream(error)) return 'deleted';
  // NOT_LEADER too leaves doubt: it ends the stream that all appends share, and some may have been written.
  return isHopeless(error) ? 'refused' : 'in-doubt';
};

export const actualOf = (error: unknown): number | 'no_stream' => {
  const actual = fieldOf(error, 'actualVersion');
  return typeof actual === 'bigint' ? Number(actual) : 'no_stream';
};

export class Unanswered extends StoreAway {
  constructor(timeoutMs: number) {
    super(`EventStoreDB did not answer within ${timeoutMs} ms`);
    this.name = 'Unanswered';
  }
}

/** gRPC's PERMISSION_DENIED and UNAUTHENTICATED; calls work again once the user is given the right. */
const RIGHTS_CODES: ReadonlySet<unknown> = new Set([7, 16]);

const lacksRights = (error: unknown): boolean =>
  typeOf(error) === 'access-denied' || RIGHTS_CODES.has(fieldOf(error, 'code'));

/** Returns `StoreAway` for an error after which a later call may succeed, otherwise the error itself. */
export const readFailure = (error: unknown): unknown => {
  const isOfServer = isPassing(error) || typeof fieldOf(error, 'code') === 'number';
  if (error instanceof StoreAway || error instanceof AppendError) return error;
  if (!lacksRights(error) && (!isOfServer || isHopeless(error))) return error;
  return new StoreAway(`EventStoreDB is away: ${reasonOf(error)}`, { cause: error });
};
