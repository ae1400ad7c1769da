/** `refused` = the buyer's or the account's problem; `unauthorized` = our credentials, or an unproved notice. */
export type ProviderFailureKind =
  | 'refused'
  | 'invalid'
  | 'unauthorized'
  | 'unavailable'
  | 'unreadable';

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  /** The request may have been carried out: read it back. */
  readonly mayHaveHappened: boolean;
  /** Explains the failure to readers (acquirers.120). */
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
