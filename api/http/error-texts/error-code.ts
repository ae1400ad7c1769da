import type { RefusalCode } from '#/domain/errors/refused.ts';

/** Errors that are not refusals by a business rule. */
export type TransportCode =
  | 'request/malformed'
  | 'request/malformed-json'
  | 'request/unsupported-media-type'
  | 'request/invalid-input'
  | 'request/too-large'
  | 'request/timeout'
  | 'request/unknown-procedure'
  | 'request/method-not-allowed'
  | 'request/cross-site'
  | 'session/required'
  | 'session/forbidden'
  | 'session/other-member'
  | 'session/invalid-credentials'
  | 'session/impersonating'
  | 'session/impersonation-over'
  | 'session/step-up-required'
  | 'session/wrong-password'
  | 'session/code-required'
  | 'session/wrong-code'
  | 'session/app-not-confirmed'
  | 'session/set-up-over'
  | 'session/second-factor-missing'
  | 'session/second-factor-obligatory'
  | 'session/second-factor-off'
  | 'session/link-over'
  | 'email-change/same'
  | 'email-change/no-mail'
  | 'email-change/too-many'
  | 'email-change/taken'
  | 'factor-reset/not-by-staff'
  | 'factor-reset/own'
  | 'factor-reset/second-person'
  | 'factor-reset/waits'
  | 'invitation/in-use'
  | 'invitation/not-usable'
  | 'onboarding/link-over'
  | 'password/easily-guessed'
  | 'demo/this-machine-only'
  | 'session/busy'
  | 'session/unavailable'
  | 'rate/limited'
  | 'resource/not-found'
  | 'idempotency/invalid-key'
  | 'idempotency/invalid-key-age'
  | 'idempotency/key-age-needed'
  | 'card/saved-not-accepted'
  | 'card/too-many-refused'
  | 'file/link-invalid'
  | 'file/taken'
  | 'file/damaged'
  | 'webhook/unauthorized'
  | 'webhook/unreadable'
  | 'webhook/unknown-provider'
  | 'service/unavailable'
  | 'service/outcome-unknown'
  | 'service/record-cut'
  | 'service/internal';

/** Every error code. Codes stay as they are; texts may change. */
export type ErrorCode = RefusalCode | TransportCode;

export interface ErrorText {
  readonly status: number;
  readonly pt: string;
  readonly en: string;
}

export type ErrorTexts = Partial<Readonly<Record<ErrorCode, ErrorText>>>;
