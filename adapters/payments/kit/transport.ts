import { setTimeout as wait } from 'node:timers/promises';

import { Agent, request } from 'undici';

import { ProviderFailure } from '#/domain/ports/payment-provider.ts';

import { connectionFailure, unreadableReply } from './failure.ts';
import type { HttpMethod } from './failure.ts';

/** Milliseconds. `total` bounds a reply that drips and never stalls long enough for `body`. */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly total: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  connect: 3_000,
  headers: 10_000,
  body: 5_000,
  total: 20_000,
};

const REPLY_BYTES_MAX = 1024 * 1024;
const CONNECTIONS_MAX = 64;
const IDLE_CONNECTION_KEPT_MS = 30_000;

interface TransportRequest {
  readonly method: HttpMethod;
  /** Begins with `/`; the query included. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TransportReply {
  readonly status: number;
  readonly text: string;
}

/** @throws ProviderFailure `unavailable` or `unreadable` (the reply is too large) */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

const readText = async (body: AsyncIterable<Buffer>): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > REPLY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Only reading twice is harmless, and only a passing trouble is worth a second try. */
const deservesRetry = (method: HttpMethod, failure: unknown): boolean =>
  method === 'GET' && failure instanceof ProviderFailure && failure.kind === 'unavailable';

const jitterMs = (): number => 50 + Math.random() * 200;

/**
 * HTTP with everything a payment call needs bounded: connections, waiting and size of replies.
 * Redirects are not followed, for they would carry credentials to another host.
 */
export const createTransport = (baseUrl: string, timeouts: Timeouts): Transport => {
  const base = baseUrl.replace(/\/+$/, '');
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    keepAliveTimeout: IDLE_CONNECTION_KEPT_MS,
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
  });

  const attempt: Transport = async ({ method, path, headers, body }) => {
    const call = `${method} ${path}`;
    try {
      const reply = await request(`${base}${path}`, {
        method,
        headers,
        dispatcher: agent,
        signal: AbortSignal.timeout(timeouts.total),
        ...(body === undefined ? {} : { body }),
      });
      const text = await readText(reply.body);
      if (text === undefined) throw unreadableReply(method, call, 'the reply is too large');
      return { status: reply.statusCode, text };
    } catch (error) {
      throw error instanceof ProviderFailure ? error : connectionFailure(method, call, error);
    }
  };

  return async (exchange) => {
    try {
      return await attempt(exchange);
    } catch (failure) {
      if (!deservesRetry(exchange.method, failure)) throw failure;
      await wait(jitterMs());
      return attempt(exchange);
    }
  };
};
