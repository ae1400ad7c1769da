import { randomUUID } from 'node:crypto';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import serverfeaturesGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { EventStore } from '#/ledger/event-store.ts';
import type { AppendLimits } from '#/ledger/stores/append-request.ts';
import type { Certificate } from './certificate.ts';
import type { Double, FaultSwitches } from './double.ts';
import { appendCall } from './append.ts';
import { batchAppendCall } from './batch-append.ts';
import { makeCertificate } from './certificate.ts';
import { deleteCall, tombstoneCall } from './deletion.ts';
import { EventLog } from './event-log.ts';
import { shuttingDown } from './rpc-errors.ts';
import { gossipCall, supportedMethodsCall } from './server-info.ts';
import { StreamWriter } from './stream-writer.ts';
import { readCall } from './streams-read.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { within } from '#/ledger/concurrency/within.ts';

/** The largest message that the server accepts. */
const MAXIMUM_MESSAGE_BYTES = 17 * 1024 * 1024;

/** Limits for a store that must accept every append that the server accepts. */
export const SERVER_LIMITS: AppendLimits = { bytes: 64 * 1024 * 1024, events: 1_048_576 };

export interface EventStoreDbDoubleOptions {
  /** In memory or in Postgres, with `SERVER_LIMITS`; the double does not close it. */
  readonly store: EventStore;
  /** 0, the default, chooses a free port. */
  readonly port?: number;
  /** The address to listen on (default: this machine). */
  readonly host?: string;
  /** Use TLS, with a certificate made for this start. */
  readonly tls?: boolean;
}

export interface Faults extends FaultSwitches {
  /** Cuts every connection and accepts no new ones, as when the process is killed. Stored events stay. */
  kill(): Promise<void>;
  /** After `kill`: accepts connections again, at the same port. */
  revive(): Promise<void>;
  /** Keeps connections open but transfers nothing, not even pings, like a stopped process. */
  freeze(): void;
  thaw(): void;
  /** Ends every open stream of appends with OK, even if appends in it are unanswered. */
  halfClose(): void;
}

export interface EventStoreDbDouble {
  readonly url: string;
  readonly port: number;
  /** The certificate that clients must trust. */
  readonly certificate: Certificate | undefined;
  readonly faults: Faults;
  readonly openBatches: number;
  stop(): Promise<void>;
}

/** Node's TLS requires a name, not an address. */
const reachableHostOf = (host: string, tls: boolean): string => {
  if (!['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return host;
  return tls ? 'localhost' : '127.0.0.1';
};

const connectionString = (
  host: string,
  port: number,
  certificate: Certificate | undefined,
): string =>
  certificate === undefined
    ? `esdb://${host}:${port}?tls=false`
    : `esdb://${host}:${port}?tls=true&tlsCAFile=${encodeURIComponent(certificate.file)}`;

const listenUpstream = async (server: Server, certificate: Certificate | undefined) => {
  const credentials =
    certificate === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [
          {
            private_key: Buffer.from(certificate.key),
            cert_chain: Buffer.from(certificate.pem),
          },
        ]);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync('127.0.0.1:0', credentials, (error, port) => {
    if (error === null) resolve(port);
    else reject(error);
  });
  return promise;
};

/** Over TLS, a connection that is cut earlier would not deliver the status of its calls. */
const ENDING_MS = 300;

const endCalls = async (server: Server): Promise<void> => {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  server.tryShutdown(() => resolve());
  await within(ENDING_MS, ended, () => undefined);
  server.forceShutdown();
};

const addServices = (server: Server, double: Double, member: Parameters<typeof gossipCall>[1]) => {
  const services = [
    streamsGrpc.StreamsService,
    gossipGrpc.GossipService,
    serverfeaturesGrpc.ServerFeaturesService,
  ];
  const paths = services.flatMap((service) => Object.values(service).map(({ path }) => path));
  server.addService(streamsGrpc.StreamsService, {
    read: readCall(double),
    append: appendCall(double),
    batchAppend: batchAppendCall(double),
    delete: deleteCall(double),
    tombstone: tombstoneCall(double),
  });
  server.addService(gossipGrpc.GossipService, { read: gossipCall(double, member) });
  server.addService(serverfeaturesGrpc.ServerFeaturesService, {
    getSupportedMethods: supportedMethodsCall(double, paths),
  });
};

/** Serves a store of ours, without projections, persistent subscriptions, users or access rights. */
export const startEventStoreDbDouble = async (
  options: EventStoreDbDoubleOptions,
): Promise<EventStoreDbDouble> => {
  const { store, host = '127.0.0.1', tls = false } = options;
  const certificate = tls ? await makeCertificate(host) : undefined;
  const stopping = new AbortController();
  const log = new EventLog(store);
  const switches: FaultSwitches = {
    silent: false,
    notLeader: undefined,
    slowCommitMs: 0,
    duplicateDelivery: false,
    refusal: undefined,
    batchAppend: true,
  };
  const double: Double = {
    log,
    writer: new StreamWriter(log),
    switches,
    batches: new Set(),
    stopping: stopping.signal,
  };
  const server = new Server({ 'grpc.max_receive_message_length': MAXIMUM_MESSAGE_BYTES });
  const proxy = new TcpProxy(await listenUpstream(server, certificate));
  const port = await proxy.open(options.port ?? 0, host).catch(async (error: unknown) => {
    server.forceShutdown();
    await certificate?.remove();
    throw error;
  });
  addServices(server, double, { instance: randomUUID(), host: reachableHostOf(host, tls), port });

  const faults: Faults = Object.assign(switches, {
    kill: () => proxy.close(),
    revive: async () => {
      await proxy.open(port, host);
    },
    freeze: () => proxy.freeze(),
    thaw: () => proxy.thaw(),
    halfClose: () => {
      for (const call of double.batches) call.end();
    },
  });

  return {
    url: connectionString(reachableHostOf(host, tls), port, certificate),
    port,
    certificate,
    faults,
    get openBatches() {
      return double.batches.size;
    },
    stop: async () => {
      stopping.abort();
      for (const call of double.batches) call.emit('error', shuttingDown());
      await endCalls(server);
      await proxy.drain();
      await certificate?.remove();
    },
  };
};
