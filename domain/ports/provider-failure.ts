/**
 * Why a call failed, or a notice was not accepted. `refused` = the buyer's or the account's problem; `invalid` = the request cannot be
 * carried out as it is; `unauthorized` = our credentials, or a notice without proof of its sender; `unavailable` = try later;
 * `unreadable` = we cannot tell what the reply or notice says.
 */
export type ProviderFailureKind =
  | 'refused'
  | 'invalid'
  | 'unauthorized'
  | 'unavailable'
  | 'unreadable';

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  /** The request may have been carried out: the outcome is unknown and must be read back, never guessed. */
  readonly mayHaveHappened: boolean;
  /** Text that explains the failure to readers (acquirers.120). */
  readonly text: string | undefined;

  constructor(
    kind: ProviderFailureKind,
    message: string,
    options: {
      readonly mayHaveHappened: boolean;
      readonly text?: string | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.mayHaveHappened = options.mayHaveHappened;
    this.text = options.text;
  }
}
