import { setTimeout as wait } from 'node:timers/promises';
import { Pool, ProxyAgent, type Dispatcher } from 'undici';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { createCertificates, type Certificate, type CertificateSource } from './certificates.ts';
import { exchange } from './exchange.ts';
import { connectionFailure, errorCode, unreadableReply, type HttpMethod } from './failure.ts';
import { guardedConnector, type ReachOptions } from './reach.ts';

/** Milliseconds. `total` bounds a reply that drips and never stalls long enough for `body`. */
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
  /** Begins with `/`; the query included. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** An image is no text. */
  readonly isBinary?: boolean;
}

export interface TransportReply {
  readonly status: number;
  readonly text: string;
  /** Of what was asked for as binary. */
  readonly bytes?: Buffer;
}

export interface Transport {
  /** @throws ProviderFailure `unavailable` or `unreadable` (the reply is too large) */
  (request: TransportRequest): Promise<TransportReply>;
  /** Calls under way come to their end; a later one opens connections anew, so that none is lost between two of a kind. */
  readonly close: () => Promise<void>;
}

export interface TransportOptions extends ReachOptions {
  readonly baseUrl: string;
  /** Shown to the provider by TLS. */
  readonly certificate?: CertificateSource | undefined;
  /** Every call goes through it (acquirers.16: Zendry). */
  readonly proxyUrl?: string | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Only reading twice is harmless, and only a passing trouble is worth a second try. */
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

/** Connections with the certificate that is good now: another one, other connections. */
const createDispatchers = (options: TransportOptions, timeouts: Timeouts) => {
  const { certificate: source, now } = options;
  const certificates = source && createCertificates(source, now, options);
  let known:
    | { readonly certificate: Certificate | undefined; readonly dispatcher: Dispatcher }
    | undefined;
  /** Calls under way on the old connections come to their end. */
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
 * HTTP with everything a payment call needs bounded: connections, waiting and size of replies. Redirects are not
 * followed, for they would carry credentials to another host.
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
      // Without its query, which may hold a key.
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
