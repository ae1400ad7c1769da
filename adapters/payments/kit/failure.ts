import { codeOrNameOf } from '#/domain/errors/error-code.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ProviderFailureKind } from '#/domain/ports/provider-failure.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Refuses a request before it is sent, with a reason for the user. @throws ProviderFailure */
export const refuse = (text: string, kind: ProviderFailureKind = 'invalid'): never => {
  throw new ProviderFailure(kind, text, { mayHaveHappened: false, text });
};

/** The provider's reply to one call proves that this call did nothing. */
export class Declined extends ProviderFailure {
  constructor(kind: ProviderFailureKind, message: string, text: string | undefined) {
    super(kind, message, { mayHaveHappened: false, text });
  }
}

/** For a success status whose content means a refusal. @throws Declined */
export const decline = (text: string): never => {
  throw new Declined('refused', text, text);
};

/** The call's deadline passed before the request could leave. */
export class TooLate extends Error {
  readonly code = 'TOO_LATE';
}

/** The call is not on record. */
export class NotRecorded extends Error {
  readonly code = 'NOT_RECORDED';
}

/** With these errors the request never left this machine. */
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

/** A timeout says nothing about what the provider did, so a write may have been carried out. */
export const connectionFailure = (method: HttpMethod, call: string, error: unknown) => {
  const code = codeOrNameOf(error);
  return new ProviderFailure('unavailable', `${call}: ${code}`, {
    mayHaveHappened: method !== 'GET' && !NEVER_SENT.has(code),
    cause: error,
  });
};

/** The write may have been done, although its reply is unreadable. */
export const unreadableReply = (method: HttpMethod, call: string, why: string) =>
  new ProviderFailure('unreadable', `${call}: ${why}`, { mayHaveHappened: method !== 'GET' });

/** The provider may still carry out the request, so it must not be sent again. */
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

/** These leave the outcome open: a 409 may follow an earlier write, the others may come from a proxy. */
const UNKNOWN_OUTCOME: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Whether the status says that the request was not carried out; without a documented body, this is believed only of a PIX charge. */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && !UNKNOWN_OUTCOME.has(status);

/** @param options.isDecline the reply proves that nothing was done; otherwise a proxy may have sent it after the provider acted */
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
    // After a 4xx the write may have happened, while `text` says that it failed; the text of a 5xx does not say so.
    text: method === 'GET' || status >= 500 ? text : undefined,
  });
};
