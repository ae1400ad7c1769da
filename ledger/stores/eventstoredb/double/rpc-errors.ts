import type { StatusObject } from '@grpc/grpc-js';
import { Metadata, status } from '@grpc/grpc-js';
import { AppendError } from '#/ledger/event-store.ts';
import type { Expectation } from './stream-writer.ts';
import { StreamIsDeleted, WrongExpectedRevision } from './stream-writer.ts';

/** Largest append in bytes: the server's `MaxAppendSize`. */
export const MAXIMUM_APPEND_SIZE = 1_048_576;

/** A gRPC status, and trailers that name the error for clients. */
export class RpcError extends Error implements Pick<StatusObject, 'code' | 'details' | 'metadata'> {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;

  constructor(code: status, details: string, trailers: Readonly<Record<string, string>> = {}) {
    super(details);
    this.name = 'RpcError';
    this.code = code;
    this.details = details;
    this.metadata = new Metadata();
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, value);
  }
}

export const invalidArgument = (details: string): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, details);

export const refusals: Readonly<Record<'no rights' | 'read-only' | 'full', () => RpcError>> = {
  'no rights': () =>
    new RpcError(status.PERMISSION_DENIED, 'Access Denied.', { exception: 'access-denied' }),
  'read-only': () => new RpcError(status.UNAVAILABLE, 'Server Is Read Only'),
  full: () => new RpcError(status.UNAVAILABLE, 'No space left on device'),
};

export const shuttingDown = (): RpcError => new RpcError(status.CANCELLED, 'Server shutting down');

export const maximumAppendSizeExceeded = (): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAXIMUM_APPEND_SIZE} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAXIMUM_APPEND_SIZE),
  });

export const missingMetadata = (property: string): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const notLeader = ({ host, port }: { readonly host: string; readonly port: number }) =>
  new RpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });

/** Trailers must be ASCII. The server sends other names unescaped, as invalid trailers. */
const ascii = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name) ? name : encodeURIComponent(name);

export const streamDeleted = (stream: string): RpcError =>
  new RpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': ascii(stream),
  });

const numbers: Readonly<Record<string, string>> = {
  no_stream: '-1',
  any: '-2',
  stream_exists: '-4',
};

/** An expectation as the server writes it: a revision, or a negative number for a keyword. */
const numberOf = (expected: Expectation): string =>
  typeof expected === 'bigint' ? String(expected) : (numbers[expected] ?? '');

const wrongExpectedVersion = (
  operation: string,
  stream: string,
  { expected, current }: WrongExpectedRevision,
): RpcError =>
  new RpcError(
    status.FAILED_PRECONDITION,
    `${operation} failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ` +
      `${numberOf(expected)}, Actual version: ${current}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': ascii(stream),
      'expected-version': numberOf(expected),
      'actual-version': String(current),
    },
  );

export const rpcErrorOf = (error: unknown, operation: string, stream = ''): RpcError => {
  if (error instanceof RpcError) return error;
  if (error instanceof StreamIsDeleted) return streamDeleted(stream);
  if (error instanceof WrongExpectedRevision) {
    return wrongExpectedVersion(operation, stream, error);
  }
  if (error instanceof AppendError) {
    switch (error.failure.kind) {
      case 'too-large':
        return maximumAppendSizeExceeded();
      case 'ambiguous':
        return new RpcError(status.ABORTED, 'Operation timed out: commit timeout');
      default:
        return new RpcError(status.UNAVAILABLE, 'Server Is Too Busy');
    }
  }
  return new RpcError(status.UNKNOWN, error instanceof Error ? error.message : String(error));
};
