/**
 * Why a call failed. `refused` = the buyer's or the account's problem; `invalid` = our request; `unauthorized` = credentials;
 * `unavailable` = try later; `unreadable` = the reply did not parse.
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
