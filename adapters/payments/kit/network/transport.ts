import { errorCodeOf } from '#/domain/errors/error-code.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import {
  connectionFailure,
  unreadableReply,
  type HttpMethod,
} from '#/adapters/payments/kit/failure.ts';
import type { AcquirerHost, Network, Timeouts } from './network.ts';
import type { SendGuard } from '#/adapters/payments/kit/send-guard.ts';

const DEFAULT_TIMEOUTS: Timeouts = { connect: 3_000, headers: 10_000, body: 5_000, total: 20_000 };

const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

interface TransportRequest {
  readonly method: HttpMethod;
  /** Begins with `/`; includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The reply must not be decoded as text. */
  readonly isBinary?: boolean;
}

export interface TransportReply {
  readonly status: number;
  readonly text: string;
  readonly bytes?: Buffer;
}

export interface Transport {
  /**
   * @param guard counts the request, unless its bytes were certainly not sent
   * @throws ProviderFailure
   */
  (request: TransportRequest, guard?: SendGuard): Promise<TransportReply>;
  /** Waits for the calls in progress. A later call opens new connections. */
  readonly close: () => Promise<void>;
}

export interface TransportOptions extends AcquirerHost {
  readonly network: Network;
  readonly timeouts?: Partial<Timeouts> | undefined;
}

/** Only a read is safe to repeat. */
const deservesRetry = (method: HttpMethod, failure: unknown): boolean =>
  method === 'GET' && failure instanceof ProviderFailure && failure.kind === 'unavailable';

/** HTTP with limits. Redirects are not followed: they could carry credentials to another host. */
export const createTransport = (options: TransportOptions): Transport => {
  const { origin, pathname } = new URL(options.baseUrl);
  const base = pathname.replace(/\/+$/, '');
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const connections = options.network(options, timeouts);

  const exchange = async (
    request: TransportRequest,
    maySend?: () => boolean,
  ): Promise<TransportReply> => {
    const { method, path, headers, body, isBinary = false } = request;
    try {
      const sent = { origin, path: `${base}${path}`, method, headers, body: body ?? null };
      const { status, bytes } = await connections.exchange(sent, maySend);
      return isBinary ? { status, text: '', bytes } : { status, text: bytes.toString('utf8') };
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      // The query may hold a key.
      const call = `${method} ${path.replace(/\?.*/s, '')}`;
      if (errorCodeOf(error) === TOO_LARGE) throw unreadableReply(method, call, 'it is too large');
      throw connectionFailure(method, call, error);
    }
  };

  const attempt = async (
    request: TransportRequest,
    guard: SendGuard | undefined,
  ): Promise<TransportReply> => {
    guard?.beforeSend();
    try {
      return await exchange(request, guard?.maySend);
    } catch (error) {
      if (error instanceof ProviderFailure && !error.mayHaveHappened) guard?.undo();
      throw error;
    }
  };

  const send: (request: TransportRequest, guard?: SendGuard) => Promise<TransportReply> = async (
    request,
    guard,
  ) => {
    try {
      return await attempt(request, guard);
    } catch (failure) {
      if (!deservesRetry(request.method, failure)) throw failure;
      await connections.pauseBeforeRetry();
      return attempt(request, guard);
    }
  };
  return Object.assign(send, { close: connections.close });
};
