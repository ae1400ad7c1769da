import clusterPb from '@eventstore/db-client/generated/gossip_pb.js';
import serverfeaturesPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { status } from '@grpc/grpc-js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Double } from './double.ts';
import { RpcError } from './rpc-errors.ts';
import { writeUuid } from './wire-event.ts';

/** The version of the server that the double imitates. */
const VERSION = '23.10.1';

/** Additional features of some methods; that of `BatchAppend` is omitted (README.md). */
const FEATURES: Readonly<Record<string, readonly string[]>> = { read: ['position', 'events'] };

/** `ServerFeatures.GetSupportedMethods`: clients call it before they choose how to append. */
export const supportedMethodsCall =
  (double: Double, paths: readonly string[]): handleUnaryCall<Empty, SupportedMethods> =>
  (_call, answer) => {
    if (double.switches.silent) return;
    if (!double.switches.batchAppend) {
      answer(new RpcError(status.UNIMPLEMENTED, 'Service is unimplemented.'));
      return;
    }
    const supported = new serverfeaturesPb.SupportedMethods();
    supported.setEventStoreServerVersion(VERSION);
    supported.setMethodsList(
      paths.map((path) => {
        const [, service = '', method = ''] = path.toLowerCase().split('/');
        const supportedMethod = new serverfeaturesPb.SupportedMethod();
        const features = service.endsWith('.streams') ? (FEATURES[method] ?? []) : [];
        supportedMethod.setFeaturesList([...features]);
        return supportedMethod.setServiceName(service).setMethodName(method);
      }),
    );
    answer(null, supported);
  };

interface Member {
  readonly instance: string;
  readonly host: string;
  readonly port: number;
}

/** `Gossip.Read`: a cluster of one node, the leader. */
export const gossipCall =
  (double: Double, { instance, host, port }: Member): handleUnaryCall<Empty, ClusterInfo> =>
  (_call, answer) => {
    if (double.switches.silent) return;
    const member = new clusterPb.MemberInfo();
    member.setInstanceId(writeUuid(instance, false));
    member.setTimeStamp(String(BigInt(Date.now()) * 10_000n));
    member.setState(clusterPb.MemberInfo.VNodeState.LEADER);
    member.setIsAlive(true);
    member.setHttpEndPoint(new clusterPb.EndPoint().setAddress(host).setPort(port));
    answer(null, new clusterPb.ClusterInfo().setMembersList([member]));
  };
