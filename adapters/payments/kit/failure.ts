import { errorCode } from '#/domain/errors/error-code.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ProviderFailureKind } from '#/domain/ports/provider-failure.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Refuses a request before it is sent, with a reason for the user. @throws ProviderFailure */
export const refuse = (text: string, kind: ProviderFailureKind = 'invalid'): never => {
  throw new ProviderFailure(kind, text, { mayHaveHappened: false, text });
};

/**
 * The provider's reply proves that the provider did nothing: by a documented form, by its status where that suffices (`send-guard.ts`), or
 * by a success status with content that means a refusal (`decline`). The reply is about one call only: if the operation sent other writes
 * before, `send-guard.ts` decides.
 */
export class Declined extends ProviderFailure {
  constructor(kind: ProviderFailureKind, message: string, text: string | undefined) {
    super(kind, message, { mayHaveHappened: false, text });
  }
}

/** For a reply with a success status whose content means a refusal. @throws Declined */
export const decline = (text: string): never => {
  throw new Declined('refused', text, text);
};

/** The deadline of the recorded call passed before the request could leave. */
export class TooLate extends Error {
  readonly code = 'TOO_LATE';
}

/** The call is not on record. */
export class NotRecorded extends Error {
  readonly code = 'NOT_RECORDED';
}

/** Errors of name look-up, connecting and TLS, and of our own: the request never left this machine. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'TOO_LATE',
  'NOT_RECORDED',
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

/**
 * Returns the failure for an exchange that broke off. A write may have been carried out, unless its bytes were certainly never sent: a
 * timeout says nothing about what the provider did.
 */
export const connectionFailure = (method: HttpMethod, call: string, error: unknown) => {
  const code = errorCode(error);
  return new ProviderFailure('unavailable', `${call}: ${code}`, {
    mayHaveHappened: method !== 'GET' && !NEVER_SENT.has(code),
    cause: error,
  });
};

/** A failure for a reply that arrived but cannot be parsed; the write it answers may well have been done. */
export const unreadableReply = (method: HttpMethod, call: string, why: string) =>
  new ProviderFailure('unreadable', `${call}: ${why}`, { mayHaveHappened: method !== 'GET' });

/**
 * The status of the reply says that the provider accepted the request for processing, but not that it carried the request out. The provider
 * may still do so, so the request must not be sent again.
 */
export class Accepted extends ProviderFailure {
  constructor(call: string, status: number) {
    super('unavailable', `${call}: ${status}, accepted for processing`, { mayHaveHappened: true });
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
 * Client errors that do not say the outcome of a write. A 408, 425 or 429 may come from a proxy in front of the provider after the provider
 * acted. A 409 may mean that an earlier write with the same idempotency key was carried out: another of our processes sent it, or this one
 * did before a restart.
 */
const UNKNOWN_OUTCOME: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Whether a status alone says that a write was refused. */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && !UNKNOWN_OUTCOME.has(status);

/**
 * Returns the failure for a reply that is not a success. After a write, the failure says "not carried out" only if `isDecline` is true: any
 * other reply may come from a proxy in front of the provider, after the provider acted. A read carries nothing out. The failure of a read
 * is never `Declined`, because it says nothing about an earlier write.
 */
export const failureOfStatus = (
  method: HttpMethod,
  call: string,
  status: number,
  excerpt: string,
  {
    text,
    isDecline = false,
  }: { readonly text?: string | undefined; readonly isDecline?: boolean } = {},
) => {
  const message = `${call}: ${status} ${excerpt}`.trimEnd();
  if (method !== 'GET' && isDecline) return new Declined(kindOf(status), message, text);
  return new ProviderFailure(kindOf(status), message, {
    mayHaveHappened: method !== 'GET',
    // When a write may have happened, the failure has no text: the text would say that the write failed. A 5xx keeps its text, which only
    // says that the provider failed.
    text: method === 'GET' || status >= 500 ? text : undefined,
  });
};
