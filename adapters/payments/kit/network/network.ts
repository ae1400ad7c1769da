import { setTimeout as pause } from 'node:timers/promises';
import { Pool, ProxyAgent, type Dispatcher } from 'undici';
import { backoffMs } from '#/domain/values/backoff.ts';
import { createCertificates, type Certificate, type CertificateSource } from './certificates.ts';
import { exchange, type ReceivedReply, type SentRequest } from './exchange.ts';
import { guardedConnector, type ReachOptions } from './reach.ts';

/** Milliseconds. `total` limits a reply that arrives slowly but never stalls long enough for `body`. */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly total: number;
}

/** A host, and what a connection to it needs. */
export interface AcquirerHost extends ReachOptions {
  readonly baseUrl: string;
  /** The client certificate for TLS. */
  readonly certificate?: CertificateSource | undefined;
  /** The proxy through which all calls go (acquirers.16: Zendry). */
  readonly proxyUrl?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Connections to one host. */
export interface Connections {
  /**
   * Sends one request and returns the whole reply.
   * @param maySend called once the connection is open, directly before the bytes are sent
   * @throws TooLate when `maySend` says no, an error of the connection or of its time limits, or a ProviderFailure about the client
   * certificate
   */
  readonly exchange: (sent: SentRequest, maySend?: () => boolean) => Promise<ReceivedReply>;
  /** Waits for a short random time, so that calls that failed at the same moment are not retried at the same moment. */
  readonly pauseBeforeRetry: () => Promise<void>;
  /** Closes after the calls in progress have finished; a later call opens new connections. */
  readonly close: () => Promise<void>;
}

/** Everything below HTTP: the only way by which the requests of a provider's file leave this machine. */
export type Network = (host: AcquirerHost, timeouts: Timeouts) => Connections;

/** The pause before the one repetition of a read. */
const RETRY = { firstMs: 250, longestMs: 250 };
const REPLY_BYTES_MAX = 1024 * 1024;
const CONNECTIONS_MAX = 64;
const IDLE_CONNECTION_KEPT_MS = 30_000;

const dispatcherOf = (
  { baseUrl, proxyUrl, ...reaching }: AcquirerHost,
  timeouts: Timeouts,
  certificate: Certificate | undefined,
): Dispatcher => {
  const { origin } = new URL(baseUrl);
  const tls = { minVersion: 'TLSv1.2', ...certificate?.tls } as const;
  const common = {
    connections: CONNECTIONS_MAX,
    keepAliveTimeout: IDLE_CONNECTION_KEPT_MS,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: REPLY_BYTES_MAX,
  };
  if (proxyUrl === undefined) {
    const connect = guardedConnector(reaching, { timeout: timeouts.connect, ...tls });
    return new Pool(origin, { ...common, connect });
  }
  const connect = guardedConnector(reaching, { timeout: timeouts.connect });
  return new ProxyAgent({
    ...common,
    uri: proxyUrl,
    proxyTunnel: true,
    requestTls: tls,
    clientFactory: (proxy, options) => new Pool(proxy, { ...options, connect }),
  });
};

/** The wall clock of this machine. */
export const wallClock = (): number => Date.now();

/** Connects over the internet. When the client certificate changes, opens new connections. */
export const internet: Network = (host, timeouts) => {
  const { certificate: source, now } = host;
  const certificates = source && createCertificates(source, now, host);
  let known:
    | { readonly certificate: Certificate | undefined; readonly dispatcher: Dispatcher }
    | undefined;
  /** Calls in progress on the old connections finish. */
  const close = async (): Promise<void> => {
    const closing = known;
    known = undefined;
    await closing?.dispatcher.close().catch(() => undefined);
  };
  const withCertificate = (certificate: Certificate | undefined): Dispatcher => {
    if (known && known.certificate === certificate) return known.dispatcher;
    void close();
    known = { certificate, dispatcher: dispatcherOf(host, timeouts, certificate) };
    return known.dispatcher;
  };
  return {
    exchange: async (sent, maySend) => {
      const dispatcher = withCertificate(certificates && (await certificates()));
      return exchange(dispatcher, sent, { totalMs: timeouts.total, maySend });
    },
    pauseBeforeRetry: () => pause(backoffMs(0, RETRY, Math.random())),
    close,
  };
};
