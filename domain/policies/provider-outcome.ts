import { ProviderFailure, type ProviderFailureKind } from '#/domain/ports/payment-provider.ts';

/** How a call to a provider ended, with the one distinction that matters for money. */
export type ProviderOutcome<Result> =
  | { readonly kind: 'answered'; readonly result: Result }
  /** It certainly did not happen and will not when asked again. */
  | {
      readonly kind: 'declined';
      readonly cause: ProviderFailureKind;
      readonly text: string | null;
    }
  /** It may have happened, or could happen later: read back, never guess. */
  | {
      readonly kind: 'unknown';
      readonly failure: ProviderFailureKind;
      /** It never reached the provider: nothing was taken, though asking again may do. */
      readonly neverSent: boolean;
    };

/** @throws whatever is not a provider's failure */
export const outcomeOf = async <Result>(
  call: () => Promise<Result>,
): Promise<ProviderOutcome<Result>> => {
  try {
    return { kind: 'answered', result: await call() };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const passing = error.kind === 'unavailable' || error.kind === 'unreadable';
    return error.mayHaveHappened || passing
      ? { kind: 'unknown', failure: error.kind, neverSent: !error.mayHaveHappened }
      : { kind: 'declined', cause: error.kind, text: error.text ?? null };
  }
};

/** A capability that the business relies on here. @throws ProviderFailure `invalid` */
export const offered = <Call>(call: Call | undefined): Call => {
  if (call === undefined) {
    throw new ProviderFailure('invalid', 'Method not implemented.', { mayHaveHappened: false });
  }
  return call;
};
