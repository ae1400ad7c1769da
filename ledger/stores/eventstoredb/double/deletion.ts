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
import { answerWith, checkLeader, slowCommit } from './double.ts';
import { invalidArgument, rpcErrorOf } from './rpc-errors.ts';
import { streamName } from './wire-event.ts';

type Options = DeleteReq.Options | TombstoneReq.Options;
type Deletion = 'softDelete' | 'tombstone';

const removeStream = async (double: Double, deletion: Deletion, options: Options | undefined) => {
  if (options === undefined) throw invalidArgument('Required field Options not set.');
  const stream = streamName(options.getStreamIdentifier());
  const expected = readExpectation(options);
  await slowCommit(double);
  try {
    const { ordinal } = await double.writer[deletion](stream, expected);
    return String(ordinal);
  } catch (error) {
    throw rpcErrorOf(error, 'Delete', stream);
  }
};

/** `Streams.Delete`: hides a stream until it is written to again. */
export const deleteCall =
  (double: Double): handleUnaryCall<DeleteReq, DeleteResp> =>
  (call, answer) => {
    const work = async (): Promise<DeleteResp> => {
      checkLeader(double, call);
      const place = await removeStream(double, 'softDelete', call.request.getOptions());
      const position = new streamsPb.DeleteResp.Position();
      position.setCommitPosition(place).setPreparePosition(place);
      return new streamsPb.DeleteResp().setPosition(position);
    };
    answerWith(double, answer, { operation: 'Delete', work });
  };

/** `Streams.Tombstone`: closes a stream for ever. */
export const tombstoneCall =
  (double: Double): handleUnaryCall<TombstoneReq, TombstoneResp> =>
  (call, answer) => {
    const work = async (): Promise<TombstoneResp> => {
      checkLeader(double, call);
      const place = await removeStream(double, 'tombstone', call.request.getOptions());
      const position = new streamsPb.TombstoneResp.Position();
      position.setCommitPosition(place).setPreparePosition(place);
      return new streamsPb.TombstoneResp().setPosition(position);
    };
    answerWith(double, answer, { operation: 'Delete', work });
  };
