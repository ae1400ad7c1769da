import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type {
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Double } from './double.ts';
import { readExpectation } from './append.ts';
import { checkLeader, slowCommit } from './double.ts';
import { invalidArgument, rpcErrorOf } from './rpc-errors.ts';
import { streamName } from './wire-event.ts';

/** `Streams.Delete`: hides a stream until somebody writes to it again. */
export const deleteCall =
  (double: Double): handleUnaryCall<DeleteReq, DeleteResp> =>
  (call, answer) => {
    const options = call.request.getOptions();
    const work = async (): Promise<void> => {
      checkLeader(double, call);
      if (options === undefined) throw invalidArgument('Required field Options not set.');
      const stream = streamName(options.getStreamIdentifier());
      await slowCommit(double);
      const { ordinal } = await double.writer
        .softDelete(stream, readExpectation(options))
        .catch((error: unknown) => {
          throw rpcErrorOf(error, 'Delete', stream);
        });
      const position = new streamsPb.DeleteResp.Position();
      position.setCommitPosition(String(ordinal)).setPreparePosition(String(ordinal));
      if (!double.switches.silent) answer(null, new streamsPb.DeleteResp().setPosition(position));
    };
    work().catch((error: unknown) => answer(rpcErrorOf(error, 'Delete')));
  };

/** `Streams.Tombstone`: closes a stream for ever. */
export const tombstoneCall =
  (double: Double): handleUnaryCall<TombstoneReq, TombstoneResp> =>
  (call, answer) => {
    const options = call.request.getOptions();
    const work = async (): Promise<void> => {
      checkLeader(double, call);
      if (options === undefined) throw invalidArgument('Required field Options not set.');
      const stream = streamName(options.getStreamIdentifier());
      await slowCommit(double);
      const { ordinal } = await double.writer
        .tombstone(stream, readExpectation(options))
        .catch((error: unknown) => {
          throw rpcErrorOf(error, 'Delete', stream);
        });
      const position = new streamsPb.TombstoneResp.Position();
      position.setCommitPosition(String(ordinal)).setPreparePosition(String(ordinal));
      if (!double.switches.silent) {
        answer(null, new streamsPb.TombstoneResp().setPosition(position));
      }
    };
    work().catch((error: unknown) => answer(rpcErrorOf(error, 'Delete')));
  };
