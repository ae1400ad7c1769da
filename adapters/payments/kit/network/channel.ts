import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Auth } from './auth.ts';
import { createBreaker } from './breaker.ts';
import type { CertificateSource } from './certificates.ts';
import {
  failureOfStatus,
  unreadableReply,
  type HttpMethod,
} from '#/adapters/payments/kit/failure.ts';
import { parseJson } from '#/domain/values/parse-json.ts';
import type { ReachOptions } from './reach.ts';
import { scrub } from '#/adapters/payments/kit/scrub.ts';
import type { SendGuard } from '#/adapters/payments/kit/send-guard.ts';
import { createTokens, type Tokens } from './tokens.ts';
import type { Network, Timeouts } from './network.ts';
import { createTransport, type Transport, type TransportReply } from './transport.ts';

export interface Channel {
  readonly baseUrl: string;
  readonly auth: Auth;
  readonly certificate?: CertificateSource;
  readonly proxyUrl?: string;
}

export interface WireRequest {
  readonly method: HttpMethod;
  /** Begins with `/`; values from outside must go through `pathPart`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The provider's channel; `main` when absent. */
  readonly via?: string;
  readonly isBinary?: boolean;
  /** The status that means done; another success means accepted for processing. @throws Accepted */
  readonly doneAt?: number;
  /** Turns the body of a refusal into the message for the user (acquirers.120). */
  readonly explain?: (body: unknown) => string;
  /** The message for staff after a 5xx. */
  readonly broken?: string;
  /** A write without effect on its own, such as a customer's record. */
  readonly isPreparatory?: true;
}

export interface ChannelOptions extends ReachOptions {
  readonly network: Network;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface OpenChannel {
  /**
   * Sends a request. In a channel with tokens, the reply 401 makes it repeat the request once with a new token.
   * @param guard counts the writes that are sent
   * @throws ProviderFailure when there is no reply, or nothing may be sent
   */
  readonly send: (request: WireRequest, guard?: SendGuard) => Promise<TransportReply>;
  /** Must not be shown or logged. */
  readonly secrets: () => readonly string[];
  /** Waits for the calls in progress. */
  readonly close: () => Promise<void>;
}

interface EncodedBody {
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

const AS_JSON = { 'content-type': 'application/json' };
const AS_FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export const encodeBody = ({ json, form }: Pick<WireRequest, 'json' | 'form'>): EncodedBody => {
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

/** Without a token the call itself was not made. */
const rethrowAsNotMade = (error: unknown): never => {
  if (!(error instanceof ProviderFailure)) throw error;
  const { kind, message, text } = error;
  throw new ProviderFailure(kind, message, { mayHaveHappened: false, text, cause: error });
};

/** Fetches the token over the channel's own connections. */
const tokensOf = (
  providerId: string,
  { auth, transport, now }: { auth: Auth; transport: Transport; now: () => number },
): Tokens | undefined => {
  if (auth.kind !== 'client-credentials') return undefined;
  const { path, body, reply, headers, secrets } = auth;
  const call = `${providerId} POST ${path}`;
  return createTokens(async () => {
    const { headers: bodyHeaders, ...sent } = encodeBody(body);
    const accept = { accept: 'application/json' };
    const { status, text } = await transport({
      method: 'POST',
      path,
      headers: { ...accept, ...bodyHeaders, ...headers },
      ...sent,
    }).catch(rethrowAsNotMade);
    // Reported like a failed GET, as not carried out: without a token the call was not made.
    if (status < 200 || status > 299) {
      throw failureOfStatus('GET', call, status, scrub(text, secrets));
    }
    const parsed = reply.safeParse(parseJson(text));
    if (!parsed.success) throw unreadableReply('GET', call, 'no token');
    return parsed.data;
  }, now);
};

export const openChannel = (
  providerId: string,
  channel: Channel,
  options: ChannelOptions,
): OpenChannel => {
  const { auth } = channel;
  const { now } = options;
  const transport = createTransport({ ...channel, ...options });
  const tokens = tokensOf(providerId, { auth, transport, now });
  const throughBreaker = createBreaker(providerId, now);
  let lastToken: string | undefined;

  const accepting = { accept: 'application/json', ...(auth.kind === 'headers' && auth.headers) };

  const headersFor = async (
    bodyHeaders: Readonly<Record<string, string>>,
    requestHeaders: WireRequest['headers'] = {},
  ): Promise<Readonly<Record<string, string>>> => {
    if (tokens === undefined || requestHeaders['authorization'] !== undefined) {
      return { ...accepting, ...bodyHeaders, ...requestHeaders };
    }
    lastToken = await tokens.get();
    const authorization = `Bearer ${lastToken}`;
    return { ...accepting, ...bodyHeaders, authorization, ...requestHeaders };
  };

  const sendOnce = async (
    request: WireRequest,
    { headers, ...body }: EncodedBody,
    guard: SendGuard | undefined,
  ): Promise<TransportReply> => {
    const { method, path, query, isBinary, isPreparatory } = request;
    const keys = auth.kind === 'query' ? auth.query : {};
    const sent = {
      method,
      path: withQuery(path, { ...query, ...keys }),
      headers: await headersFor(headers, request.headers),
      ...body,
      ...(isBinary !== undefined && { isBinary }),
    };
    return transport(sent, method === 'GET' || isPreparatory ? undefined : guard);
  };

  /** A request with an `authorization` header of its own needs no token. */
  const usesToken = ({ headers = {} }: WireRequest): boolean =>
    tokens !== undefined && headers['authorization'] === undefined;

  return {
    send: (request, guard) =>
      throughBreaker(async () => {
        const encoded = encodeBody(request);
        const reply = await sendOnce(request, encoded, guard);
        // A token may expire early. The guard counts both requests: the first one may have been carried out.
        if (reply.status !== 401 || !usesToken(request) || lastToken === undefined) return reply;
        tokens?.drop(lastToken);
        return sendOnce(request, encoded, guard);
      }),
    secrets: () => [...auth.secrets, ...(lastToken === undefined ? [] : [lastToken])],
    close: transport.close,
  };
};
