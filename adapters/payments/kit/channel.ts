import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Auth } from './auth.ts';
import { createBreaker } from './breaker.ts';
import type { CertificateSource } from './certificates.ts';
import { failureOfStatus, unreadableReply, type HttpMethod } from './failure.ts';
import { parseJson } from '#/domain/parse-json.ts';
import type { ReachOptions } from './reach.ts';
import { scrub } from './scrub.ts';
import { createTokens, type Tokens } from './tokens.ts';
import {
  createTransport,
  type Timeouts,
  type Transport,
  type TransportReply,
} from './transport.ts';

/** One way to a provider: a host, how to prove who asks, and what the connection needs. */
export interface Channel {
  readonly baseUrl: string;
  readonly auth: Auth;
  readonly certificate?: CertificateSource;
  readonly proxyUrl?: string;
}

/** What is sent. At most one body. */
export interface WireRequest {
  readonly method: HttpMethod;
  /** Begins with `/`; parts that come from outside go through `pathPart`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which of the provider's channels; `main` unless said otherwise. */
  readonly via?: string;
  /** The reply is an image or a PDF. */
  readonly isBinary?: boolean;
  /** The one status that says that it is done; another success says that it was taken in. @throws TakenIn */
  readonly doneAt?: number;
  /** What a person is told of a refusal, out of its body (acquirers.120). */
  readonly explain?: (body: unknown) => string;
  /** What staff are told when the provider itself failed (5xx), though what came of it is not known. */
  readonly broken?: string;
}

export interface ChannelOptions extends ReachOptions {
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface OpenChannel {
  /** Any reply but a 401 to a token that had just ended. @throws ProviderFailure when there is none */
  readonly send: (request: WireRequest) => Promise<TransportReply>;
  /** What must be seen nowhere. */
  readonly secrets: () => readonly string[];
  /** Lets go of its connections; calls under way come to their end. */
  readonly close: () => Promise<void>;
}

interface Encoded {
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

const AS_JSON = { 'content-type': 'application/json' };
const AS_FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const encoded = ({ json, form }: Pick<WireRequest, 'json' | 'form'>): Encoded => {
  if (form !== undefined) {
    const body = new URLSearchParams(form).toString();
    return { body, headers: AS_FORM };
  }
  if (json === undefined) return { headers: {} };
  return { body: JSON.stringify(json), headers: AS_JSON };
};

const withQuery = (path: string, query: WireRequest['query']): string => {
  if (query === undefined || Object.keys(query).length === 0) return path;
  const fields = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const text = new URLSearchParams(fields).toString();
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
};

/** A token's request that broke off, too, says only that the call it is for was not made. */
const notMade = (error: unknown): never => {
  if (!(error instanceof ProviderFailure)) throw error;
  const { kind, message, text } = error;
  throw new ProviderFailure(kind, message, { mayHaveHappened: false, text, cause: error });
};

/** Fetches the token of a channel over its own connections. */
const tokensOf = (
  providerId: string,
  { auth, transport, now }: { auth: Auth; transport: Transport; now: () => number },
): Tokens | undefined => {
  if (auth.kind !== 'client-credentials') return undefined;
  const { path, body, reply, headers, secrets } = auth;
  const call = `${providerId} POST ${path}`;
  return createTokens(async () => {
    const { headers: typed, ...sent } = encoded(body);
    const accept = { accept: 'application/json' };
    const { status, text } = await transport({
      method: 'POST',
      path,
      headers: { ...accept, ...typed, ...headers },
      ...sent,
    }).catch(notMade);
    // Whatever goes wrong here, the call that the token is for was not made: as with a GET, nothing happened.
    if (status < 200 || status > 299) {
      throw failureOfStatus('GET', call, status, scrub(text, secrets));
    }
    const parsed = reply.safeParse(parseJson(text));
    if (!parsed.success) throw unreadableReply('GET', call, 'no token');
    return parsed.data;
  }, now);
};

/** A channel with its connections, its token and its breaker. */
export const openChannel = (
  providerId: string,
  channel: Channel,
  options: ChannelOptions,
): OpenChannel => {
  const { auth } = channel;
  const { now } = options;
  const transport = createTransport({ ...channel, ...options });
  const tokens = tokensOf(providerId, { auth, transport, now });
  const guarded = createBreaker(providerId, now);
  let lastToken: string | undefined;

  const accepting = { accept: 'application/json', ...(auth.kind === 'headers' && auth.headers) };

  const headersFor = async (
    sent: Readonly<Record<string, string>>,
    own: WireRequest['headers'] = {},
  ): Promise<Readonly<Record<string, string>>> => {
    if (tokens === undefined || own['authorization'] !== undefined) {
      return { ...accepting, ...sent, ...own };
    }
    lastToken = await tokens.get();
    return { ...accepting, ...sent, authorization: `Bearer ${lastToken}`, ...own };
  };

  const sendOnce = async (request: WireRequest): Promise<TransportReply> => {
    const { method, path, query, isBinary } = request;
    const { headers, ...sent } = encoded(request);
    const keys = auth.kind === 'query' ? auth.query : {};
    return transport({
      method,
      path: withQuery(path, { ...query, ...keys }),
      headers: await headersFor(headers, request.headers),
      ...sent,
      ...(isBinary !== undefined && { isBinary }),
    });
  };

  return {
    send: (request) =>
      guarded(async () => {
        const reply = await sendOnce(request);
        // A token may end before its time; a 401 says that nothing was done.
        if (reply.status !== 401 || tokens === undefined || lastToken === undefined) return reply;
        tokens.drop(lastToken);
        return sendOnce(request);
      }),
    secrets: () => [...auth.secrets, ...(lastToken === undefined ? [] : [lastToken])],
    close: transport.close,
  };
};
