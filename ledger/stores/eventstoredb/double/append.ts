import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall } from '@grpc/grpc-js';
import type { Double } from './double.ts';
import type { ProposedEvent } from './stored-event.ts';
import type { Expectation, WriteResult } from './stream-writer.ts';
import { answerWith, checkLeader, slowCommit } from './double.ts';
import {
  invalidArgument,
  MAXIMUM_APPEND_SIZE,
  maximumAppendSizeExceeded,
  rpcErrorOf,
} from './rpc-errors.ts';
import { WrongExpectedRevision } from './stream-writer.ts';
import { readProposed, sizeOf, streamName } from './wire-event.ts';

interface ExpectingOptions {
  hasRevision(): boolean;
  getRevision(): string;
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
}

/** @throws RpcError */
export const readExpectation = (options: ExpectingOptions): Expectation => {
  if (options.hasRevision()) return BigInt.asIntN(64, BigInt(options.getRevision()));
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream_exists';
  throw invalidArgument('Required field ExpectedStreamRevision not set.');
};

const successOf = ({ revision, ordinal }: WriteResult): AppendResp => {
  const success = new streamsPb.AppendResp.Success();
  if (revision === -1n) success.setNoStream(new sharedPb.Empty());
  else success.setCurrentRevision(String(revision));
  if (ordinal === undefined) {
    success.setNoPosition(new sharedPb.Empty());
  } else {
    const position = new streamsPb.AppendResp.Position();
    position.setCommitPosition(String(ordinal)).setPreparePosition(String(ordinal));
    success.setPosition(position);
  }
  return new streamsPb.AppendResp().setSuccess(success);
};

/** Clients of 20.6 read unsigned fields: the server sends 2^64 − 1 for no stream, this double 2^32 − 1. */
const ofOldClients = (revision: bigint): number => Number(BigInt.asUintN(32, revision));

/** A stale expectation is an answer, not an error of the call. */
const wrongExpectedVersion = ({ expected, current }: WrongExpectedRevision): AppendResp => {
  const answer = new streamsPb.AppendResp.WrongExpectedVersion();
  const empty = new sharedPb.Empty();
  if (expected === 'any') {
    answer.setExpectedAny(empty).setAny2060(empty);
  } else if (expected === 'stream_exists') {
    answer.setExpectedStreamExists(empty).setStreamExists2060(empty);
  } else if (expected === 'no_stream') {
    answer.setExpectedNoStream(empty).setExpectedRevision2060(ofOldClients(-1n));
  } else {
    answer.setExpectedRevision(String(expected)).setExpectedRevision2060(ofOldClients(expected));
  }
  if (current === -1n) answer.setCurrentNoStream(empty).setNoStream2060(empty);
  else answer.setCurrentRevision(String(current)).setCurrentRevision2060(ofOldClients(current));
  return new streamsPb.AppendResp().setWrongExpectedVersion(answer);
};

const appendEvents = async (double: Double, requests: AsyncIterable<AppendReq>) => {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  let size = 0;
  for await (const request of requests) {
    options ??= request.getOptions();
    if (options === undefined) throw invalidArgument('Options must come first.');
    const message = request.getProposedMessage();
    if (message === undefined) continue;
    const event = readProposed(message);
    size += sizeOf(event);
    if (size > MAXIMUM_APPEND_SIZE) throw maximumAppendSizeExceeded();
    events.push(event);
  }
  if (options === undefined) throw invalidArgument('An append begins with its options.');
  const stream = streamName(options.getStreamIdentifier());
  const expected = readExpectation(options);
  await slowCommit(double);
  try {
    return successOf(await double.writer.append(stream, expected, events));
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return wrongExpectedVersion(error);
    throw rpcErrorOf(error, 'Append', stream);
  }
};

/** `Streams.Append`: one call for each append; its first message has the options, each further one an event. */
export const appendCall =
  (double: Double): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, answer) => {
    const work = async (): Promise<AppendResp> => {
      checkLeader(double, call);
      return appendEvents(double, call);
    };
    answerWith(double, answer, { operation: 'Append', work });
  };
