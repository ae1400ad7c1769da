import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ProviderFailureKind } from '#/domain/ports/provider-failure.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** We refuse, or a provider did in a reply that is no error: nothing was done, and a person is told why. */
export const refuse = (text: string, kind: ProviderFailureKind = 'invalid'): never => {
  throw new ProviderFailure(kind, text, { mayHaveHappened: false, text });
};

/** Errors of name look-up, connecting and TLS: the request never left this machine. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

export const errorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/**
 * The exchange broke off. Unless it is certain that nothing was sent, a write may have happened:
 * a timeout says nothing about what the other side did.
 */
export const connectionFailure = (method: HttpMethod, call: string, error: unknown) => {
  const code = errorCode(error);
  return new ProviderFailure('unavailable', `${call}: ${code}`, {
    mayHaveHappened: method !== 'GET' && !NEVER_SENT.has(code),
    cause: error,
  });
};

/** The reply came and cannot be understood; what it answers to may well have been done. */
export const unreadableReply = (method: HttpMethod, call: string, why: string) =>
  new ProviderFailure('unreadable', `${call}: ${why}`, { mayHaveHappened: method !== 'GET' });

/** An answer that says that it was taken in, where only one status says that it is done: it will happen, and is not asked for again. */
export class TakenIn extends ProviderFailure {
  constructor(call: string, status: number) {
    super('unavailable', `${call}: ${status}, taken in`, { mayHaveHappened: true });
  }
}

const kindOf = (status: number): ProviderFailureKind => {
  if (status < 400) return 'unreadable';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402) return 'refused';
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'unavailable';
  return 'invalid';
};

/**
 * A reply that is no success. The 4xx are the provider's word that it did nothing; a redirect, a
 * 408 or a 5xx may come from something in front of it, after it did. A 409 says that there is something already, under
 * the key that we give every write: what another process of ours, or an earlier start, sent.
 */
export const failureOfStatus = (
  method: HttpMethod,
  call: string,
  status: number,
  excerpt: string,
  text?: string,
) => {
  const isDefinite = status >= 400 && status < 500 && status !== 408 && status !== 409;
  return new ProviderFailure(kindOf(status), `${call}: ${status} ${excerpt}`.trimEnd(), {
    mayHaveHappened: method !== 'GET' && !isDefinite,
    // Of what may have happened nobody is told that it failed, but that the provider did.
    text: isDefinite || method === 'GET' || status >= 500 ? text : undefined,
  });
};
