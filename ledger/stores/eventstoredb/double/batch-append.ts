import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { status } from '@grpc/grpc-js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import type {
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import type { Double } from './double.ts';
import type { ProposedEvent } from './stored-event.ts';
import type { Expectation, WriteResult } from './stream-writer.ts';
import { badRequest, statusOf, timeout, tooLarge } from './batch-status.ts';
import { checkLeader, slowCommit } from './double.ts';
import { invalidArgument, MAXIMUM_APPEND_SIZE, RpcError, rpcErrorOf } from './rpc-errors.ts';
import { readProposed, readUuid, sizeOf, streamIdentifier, streamName } from './wire-event.ts';

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** Appends in progress on one connection before the client is paused. */
const UNDER_WAY = 2_000;

/** An append whose fragments are still arriving. */
interface Assembly {
  readonly correlation: UUID;
  readonly stream: string;
  readonly expected: Expectation;
  readonly events: ProposedEvent[];
  size: number;
  /** Set by the first answer, which may be a timeout; no second answer is sent. */
  answered: boolean;
  deadline: NodeJS.Timeout | undefined;
}

const readExpectation = (options: BatchAppendReq.Options): Expectation => {
  if (options.hasStreamPosition()) return BigInt.asIntN(64, BigInt(options.getStreamPosition()));
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream_exists';
  throw invalidArgument('Required field ExpectedStreamPosition not set.');
};

const success = ({ revision, ordinal }: WriteResult): BatchAppendResp => {
  const done = new streamsPb.BatchAppendResp.Success();
  if (revision === -1n) done.setNoStream(new emptyPb.Empty());
  else done.setCurrentRevision(String(revision));
  if (ordinal === undefined) {
    done.setNoPosition(new emptyPb.Empty());
  } else {
    const position = new sharedPb.AllStreamPosition();
    position.setCommitPosition(String(ordinal)).setPreparePosition(String(ordinal));
    done.setPosition(position);
  }
  return new streamsPb.BatchAppendResp().setSuccess(done);
};

const failure = (error: Status): BatchAppendResp => new streamsPb.BatchAppendResp().setError(error);

/** One connection's stream of appends: many in progress, each answered with its correlation id. */
class BatchAppends {
  readonly #double: Double;
  readonly #call: Call;
  readonly #assemblies = new Map<string, Assembly>();
  #underWay = 0;
  #ended = false;

  constructor(double: Double, call: Call) {
    this.#double = double;
    this.#call = call;
  }

  receive(request: BatchAppendReq): void {
    const correlation = request.getCorrelationId();
    try {
      this.#assemble(readUuid(correlation), request);
    } catch (error) {
      const why = rpcErrorOf(error, 'Append').details;
      const answer = failure(badRequest(why));
      if (correlation !== undefined) answer.setCorrelationId(correlation);
      answer.setStreamIdentifier(request.getOptions()?.getStreamIdentifier());
      this.#send(answer);
    }
  }

  /** Call when the client sends no more: appends in progress are answered, then the stream ends. */
  end(): void {
    this.#ended = true;
    if (this.#underWay === 0) this.#call.end();
  }

  forget(): void {
    for (const { deadline } of this.#assemblies.values()) clearTimeout(deadline);
    this.#assemblies.clear();
  }

  #assemble(id: string, request: BatchAppendReq): void {
    const options = request.getOptions();
    if (options !== undefined && !this.#assemblies.has(id)) this.#begin(id, request, options);
    const assembly = this.#assemblies.get(id);
    // Ignores fragments of an append that was refused, or whose options were never sent.
    if (assembly === undefined) return;
    for (const message of request.getProposedMessagesList()) {
      const event = readProposed(message);
      assembly.size += sizeOf(event);
      assembly.events.push(event);
    }
    if (assembly.size > MAXIMUM_APPEND_SIZE) {
      this.#assemblies.delete(id);
      this.#answer(assembly, failure(tooLarge()));
    } else if (request.getIsFinal()) {
      this.#assemblies.delete(id);
      void this.#appendAssembled(assembly);
    }
  }

  #begin(id: string, request: BatchAppendReq, options: BatchAppendReq.Options): void {
    const correlation = request.getCorrelationId();
    if (correlation === undefined) return;
    const assembly: Assembly = {
      correlation,
      stream: streamName(options.getStreamIdentifier()),
      expected: readExpectation(options),
      events: [],
      size: 0,
      answered: false,
      deadline: undefined,
    };
    const at = options.getDeadline()?.toDate().getTime();
    const remaining = at === undefined ? undefined : at - Date.now();
    if (remaining !== undefined && remaining <= 0) {
      this.#answer(assembly, failure(timeout()));
      return;
    }
    this.#assemblies.set(id, assembly);
    if (remaining === undefined || remaining > 2 ** 31 - 1) return;
    assembly.deadline = setTimeout(() => {
      this.#assemblies.delete(id);
      this.#answer(assembly, failure(timeout()));
    }, remaining);
  }

  async #appendAssembled(assembly: Assembly): Promise<void> {
    const { stream, expected, events } = assembly;
    this.#underWay += 1;
    if (this.#underWay >= UNDER_WAY) this.#call.pause();
    try {
      checkLeader(this.#double, this.#call);
      await slowCommit(this.#double);
      this.#answer(assembly, success(await this.#double.writer.append(stream, expected, events)));
    } catch (error) {
      // NOT_FOUND means that another node leads: this error ends the whole stream of appends.
      if (error instanceof RpcError && error.code === status.NOT_FOUND) {
        clearTimeout(assembly.deadline);
        this.#call.emit('error', error);
        return;
      }
      this.#answer(assembly, failure(statusOf(error, stream)));
    } finally {
      this.#underWay -= 1;
      this.#call.resume();
      if (this.#ended && this.#underWay === 0) this.#call.end();
    }
  }

  #answer(assembly: Assembly, response: BatchAppendResp): void {
    clearTimeout(assembly.deadline);
    if (assembly.answered) return;
    assembly.answered = true;
    response.setCorrelationId(assembly.correlation);
    response.setStreamIdentifier(streamIdentifier(assembly.stream));
    this.#send(response);
  }

  #send(response: BatchAppendResp): void {
    if (this.#double.switches.silent || this.#call.cancelled || this.#call.writableEnded) return;
    this.#call.write(response);
  }
}

/** `Streams.BatchAppend`: all appends of a connection through one call, in fragments. */
export const batchAppendCall =
  (double: Double): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> =>
  (call) => {
    if (!double.switches.batchAppend) {
      call.emit('error', new RpcError(status.UNIMPLEMENTED, 'Service is unimplemented.'));
      return;
    }
    const appends = new BatchAppends(double, call);
    double.batches.add(call);
    const close = (): void => {
      double.batches.delete(call);
      appends.forget();
    };
    call.on('data', (request: BatchAppendReq) => appends.receive(request));
    call.on('end', () => appends.end());
    call.on('cancelled', close);
    call.on('close', close);
    call.on('error', close);
  };
