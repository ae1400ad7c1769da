import type { sendUnaryData, ServerDuplexStream } from '@grpc/grpc-js';
import type {
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventLog } from './event-log.ts';
import type { StreamWriter } from './stream-writer.ts';
import { notLeader, refusals, rpcErrorOf } from './rpc-errors.ts';

export interface FaultSwitches {
  /** Requests are carried out and never answered; connections stay open. */
  silent: boolean;
  /** Calls that require the leader are referred to this node. */
  notLeader: { readonly host: string; readonly port: number } | undefined;
  /** Milliseconds that an append or deletion waits before it is written, even if its deadline passes. */
  slowCommitMs: number;
  /** Subscriptions deliver each event twice. */
  duplicateDelivery: boolean;
  /** Every call on streams is refused for this reason. */
  refusal: 'no rights' | 'read-only' | 'full' | undefined;
  /** False imitates a server of 20.10. */
  batchAppend: boolean;
}

export interface Double {
  readonly log: EventLog;
  readonly writer: StreamWriter;
  readonly switches: FaultSwitches;
  /** The open streams of appends. */
  readonly batches: Set<ServerDuplexStream<BatchAppendReq, BatchAppendResp>>;
  readonly stopping: AbortSignal;
}

/** @throws RpcError when calls are refused, or this call requires the leader and the double does not lead */
export const checkLeader = (
  { switches }: Double,
  { metadata }: { readonly metadata: { get(key: string): readonly unknown[] } },
): void => {
  if (switches.refusal !== undefined) throw refusals[switches.refusal]();
  const [header] = metadata.get('requires-leader');
  const requiresLeader = String(header).toLowerCase() === 'true';
  if (switches.notLeader !== undefined && requiresLeader) throw notLeader(switches.notLeader);
};

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
