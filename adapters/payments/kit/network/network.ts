import { setTimeout as pause } from 'node:timers/promises';
import { Pool, ProxyAgent, type Dispatcher } from 'undici';
import { backoffMs } from '#/domain/values/backoff.ts';
import { createCertificates, type Certificate, type CertificateSource } from './certificates.ts';
import { exchange, type ReceivedReply, type SentRequest } from './exchange.ts';
import { guardedConnector, type ReachOptions } from './reach.ts';

/** Milliseconds. `total` also limits a reply that arrives slowly but steadily. */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly total: number;
}

export interface AcquirerHost extends ReachOptions {
  readonly baseUrl: string;
  readonly certificate?: CertificateSource | undefined;
  /** All calls go through it (acquirers.16: Zendry). */
  readonly proxyUrl?: string | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface Connections {
  /**
   * Sends one request.
   * @param maySend called once the connection is open; false = nothing is sent
   * @throws TooLate when `maySend` returns false, an error of the connection, or the ProviderFailure of an unusable certificate
   */
  readonly exchange: (sent: SentRequest, maySend?: () => boolean) => Promise<ReceivedReply>;
  /** A short random wait, so that calls that failed together are not retried together. */
  readonly pauseBeforeRetry: () => Promise<void>;
  /** Waits for the calls in progress; a later call opens new connections. */
  readonly close: () => Promise<void>;
}

/** Opens the connections to an acquirer's host. */
export type Network = (host: AcquirerHost, timeouts: Timeouts) => Connections;

/** The pause before a read is repeated. */
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

export const wallClock = (): number => Date.now();

/** Connects over the internet. When the client certificate changes, opens new connections. */
export const internet: Network = (host, timeouts) => {
  const { certificate: source, now } = host;
  const certificates = source && createCertificates(source, now, host);
  let current:
    | { readonly certificate: Certificate | undefined; readonly dispatcher: Dispatcher }
    | undefined;
  /** Calls in progress on the old connections finish. */
  const close = async (): Promise<void> => {
    const closing = current;
    current = undefined;
    await closing?.dispatcher.close().catch(() => undefined);
  };
  const withCertificate = (certificate: Certificate | undefined): Dispatcher => {
    if (current && current.certificate === certificate) return current.dispatcher;
    void close();
    current = { certificate, dispatcher: dispatcherOf(host, timeouts, certificate) };
    return current.dispatcher;
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
