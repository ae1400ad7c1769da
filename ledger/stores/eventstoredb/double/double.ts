import type { sendUnaryData, ServerDuplexStream } from '@grpc/grpc-js';
import type {
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventLog } from './event-log.ts';
import type { StreamWriter } from './stream-writer.ts';
import { notLeader, refusals, rpcErrorOf } from './rpc-errors.ts';

/** Switches that tests turn while the double runs. They hold for requests that come from then on. */
export interface FaultSwitches {
  /** Requests are carried out and never answered; connections stay up. */
  silent: boolean;
  /** Calls that ask for the leader are sent to this one. */
  notLeader: { readonly host: string; readonly port: number } | undefined;
  /** Milliseconds before an append is written. One whose deadline passes meanwhile is answered so, and yet written. */
  slowCommitMs: number;
  /** Subscriptions bring every event twice. */
  duplicateDelivery: boolean;
  /** Every call is refused so. */
  refusal: 'no rights' | 'read-only' | 'full' | undefined;
  /** False makes a server of 20.10: no batch append, no word of its features, no caught-up, no positions in streams. */
  batchAppend: boolean;
}

/** What every call of the double is given. */
export interface Double {
  readonly log: EventLog;
  readonly writer: StreamWriter;
  readonly switches: FaultSwitches;
  /** Streams of appends that are open. */
  readonly batches: Set<ServerDuplexStream<BatchAppendReq, BatchAppendResp>>;
  /** Aborted when the double stops. */
  readonly stopping: AbortSignal;
}

/** @throws RpcError when calls are to be refused, or this asks for the leader and this is to be none */
export const checkLeader = (
  { switches }: Double,
  { metadata }: { readonly metadata: { get(key: string): readonly unknown[] } },
): void => {
  if (switches.refusal !== undefined) throw refusals[switches.refusal]();
  const [asked] = metadata.get('requires-leader');
  const wanted = String(asked).toLowerCase() === 'true';
  if (switches.notLeader !== undefined && wanted) throw notLeader(switches.notLeader);
};

/** Answers a call with what the work results in or fails with, unless the double is silent. */
export const answerWith = <Response>(
  { switches }: Double,
  answer: sendUnaryData<Response>,
  { operation, work }: { readonly operation: string; readonly work: () => Promise<Response> },
): void => {
  work().then(
    (response) => {
      if (!switches.silent) answer(null, response);
    },
    (error: unknown) => {
      if (!switches.silent) answer(rpcErrorOf(error, operation));
    },
  );
};

export const slowCommit = async ({ switches }: Double): Promise<void> => {
  if (switches.slowCommitMs > 0) await delay(switches.slowCommitMs);
};
