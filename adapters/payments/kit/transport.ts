import { setTimeout as wait } from 'node:timers/promises';
import { Pool, ProxyAgent, type Dispatcher } from 'undici';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { createCertificates, type Certificate, type CertificateSource } from './certificates.ts';
import { exchange } from './exchange.ts';
import { connectionFailure, errorCode, unreadableReply, type HttpMethod } from './failure.ts';
import { guardedConnector, type ReachOptions } from './reach.ts';

/** Milliseconds. `total` limits a reply that arrives slowly but never stalls long enough for `body`. */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly total: number;
}

const DEFAULT_TIMEOUTS: Timeouts = { connect: 3_000, headers: 10_000, body: 5_000, total: 20_000 };

const REPLY_BYTES_MAX = 1024 * 1024;
const CONNECTIONS_MAX = 64;
const IDLE_CONNECTION_KEPT_MS = 30_000;
const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

interface TransportRequest {
  readonly method: HttpMethod;
  /** Begins with `/`; includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The reply is binary, and not decoded as text. */
  readonly isBinary?: boolean;
}

export interface TransportReply {
  readonly status: number;
  readonly text: string;
  /** Set when the request asked for a binary reply. */
  readonly bytes?: Buffer;
}

export interface Transport {
  /** @throws ProviderFailure `unavailable` or `unreadable` (the reply is too large) */
  (request: TransportRequest): Promise<TransportReply>;
  /**
   * Closes after the calls in progress have finished; a later call opens new connections, so a call made while this transport
   * is being replaced is not lost.
   */
  readonly close: () => Promise<void>;
}

export interface TransportOptions extends ReachOptions {
  readonly baseUrl: string;
  /** The client certificate for TLS. */
  readonly certificate?: CertificateSource | undefined;
  /** All calls go through it (acquirers.16: Zendry). */
  readonly proxyUrl?: string | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Only a read is safe to repeat, and only a temporary failure is worth a second attempt. */
const deservesRetry = (method: HttpMethod, failure: unknown): boolean =>
  method === 'GET' && failure instanceof ProviderFailure && failure.kind === 'unavailable';

const jitterMs = (): number => 50 + Math.random() * 200;

const dispatcherOf = (
  { baseUrl, proxyUrl, ...reaching }: TransportOptions,
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

/** Connections that use the current certificate: a new certificate opens new connections. */
const createDispatchers = (options: TransportOptions, timeouts: Timeouts) => {
  const { certificate: source, now } = options;
  const certificates = source && createCertificates(source, now, options);
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
    known = { certificate, dispatcher: dispatcherOf(options, timeouts, certificate) };
    return known.dispatcher;
  };
  return {
    now: () => (certificates ? certificates().then(withCertificate) : withCertificate(undefined)),
    close,
  };
};

/**
 * HTTP with limits on everything that a payment call needs: connections, waiting and reply size. Redirects are not followed,
 * because they would carry credentials to another host.
 */
export const createTransport = (options: TransportOptions): Transport => {
  const { origin, pathname } = new URL(options.baseUrl);
  const base = pathname.replace(/\/+$/, '');
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const dispatchers = createDispatchers(options, timeouts);

  const attempt = async (request: TransportRequest): Promise<TransportReply> => {
    const { method, path, headers, body, isBinary = false } = request;
    try {
      const known = dispatchers.now();
      const dispatcher = known instanceof Promise ? await known : known;
      const sent = { origin, path: `${base}${path}`, method, headers, body: body ?? null };
      const { status, bytes } = await exchange(dispatcher, sent, timeouts.total);
      return isBinary ? { status, text: '', bytes } : { status, text: bytes.toString('utf8') };
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      // Without the query, which may hold a key.
      const call = `${method} ${path.replace(/\?.*/s, '')}`;
      if (errorCode(error) === TOO_LARGE) throw unreadableReply(method, call, 'it is too large');
      throw connectionFailure(method, call, error);
    }
  };

  const send = async (asked: TransportRequest): Promise<TransportReply> => {
    try {
      return await attempt(asked);
    } catch (failure) {
      if (!deservesRetry(asked.method, failure)) throw failure;
      await wait(jitterMs());
      return attempt(asked);
    }
  };
  return Object.assign(send, { close: dispatchers.close });
};
