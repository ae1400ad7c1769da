import codePb from '@eventstore/db-client/generated/code_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import { status } from '@grpc/grpc-js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import type { Code } from '@eventstore/db-client/generated/code_pb.js';
import type { Message } from 'google-protobuf';
import { AppendError } from '#/ledger/event-store.ts';
import { MAXIMUM_APPEND_SIZE, RpcError } from './rpc-errors.ts';
import { StreamIsDeleted, WrongExpectedRevision } from './stream-writer.ts';
import { streamIdentifier } from './wire-event.ts';

/** A `google.rpc.Status` whose details are a message of `event_store.client`. */
const packStatus = (statusCode: Code, name: string, details: Message): Status => {
  const any = new anyPb.Any();
  any.pack(details.serializeBinary(), `event_store.client.${name}`);
  return new statusPb.Status().setCode(statusCode).setMessage(name).setDetails(any);
};

const wrongExpectedVersion = ({ expected, current }: WrongExpectedRevision): Status => {
  const details = new sharedPb.WrongExpectedVersion();
  if (current === -1n) details.setCurrentNoStream(new emptyPb.Empty());
  else details.setCurrentStreamRevision(String(current));
  if (expected === 'any') details.setExpectedAny(new emptyPb.Empty());
  else if (expected === 'no_stream') details.setExpectedNoStream(new emptyPb.Empty());
  else if (expected === 'stream_exists') details.setExpectedStreamExists(new emptyPb.Empty());
  else details.setExpectedStreamPosition(String(expected));
  return packStatus(codePb.Code.ALREADY_EXISTS, 'WrongExpectedVersion', details);
};

const streamDeleted = (stream: string): Status => {
  const details = new sharedPb.StreamDeleted();
  details.setStreamIdentifier(streamIdentifier(stream));
  return packStatus(codePb.Code.NOT_FOUND, 'StreamDeleted', details);
};

export const timeout = (): Status =>
  packStatus(codePb.Code.DEADLINE_EXCEEDED, 'Timeout', new sharedPb.Timeout());

const unknown = (): Status => packStatus(codePb.Code.UNKNOWN, 'Unknown', new sharedPb.Unknown());

export const tooLarge = (): Status => {
  const details = new sharedPb.MaximumAppendSizeExceeded();
  details.setMaxappendsize(MAXIMUM_APPEND_SIZE);
  return packStatus(codePb.Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', details);
};

export const badRequest = (message: string): Status => {
  const details = new sharedPb.BadRequest();
  details.setMessage(message);
  return packStatus(codePb.Code.INVALID_ARGUMENT, 'BadRequest', details);
};

/** A status that the server sends when it cannot accept a request now. */
const notHandled = (message: string): Status => {
  const any = new anyPb.Any();
  any.pack(new emptyPb.Empty().serializeBinary(), 'google.protobuf.Empty');
  return new statusPb.Status().setMessage(message).setDetails(any);
};

const ofCall = ({ code, details }: RpcError): Status => {
  if (code === status.UNAVAILABLE) return notHandled(details);
  if (code !== status.PERMISSION_DENIED) return badRequest(details);
  return packStatus(codePb.Code.PERMISSION_DENIED, 'AccessDenied', new sharedPb.AccessDenied());
};

export const statusOf = (error: unknown, stream: string): Status => {
  if (error instanceof WrongExpectedRevision) return wrongExpectedVersion(error);
  if (error instanceof StreamIsDeleted) return streamDeleted(stream);
  if (error instanceof RpcError) return ofCall(error);
  if (!(error instanceof AppendError)) return unknown();
  if (error.failure.kind === 'too-large') return tooLarge();
  if (error.failure.kind === 'ambiguous') return timeout();
  return notHandled('Server Is Busy');
};
