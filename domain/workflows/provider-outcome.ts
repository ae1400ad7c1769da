import { ProviderFailure, type ProviderFailureKind } from '#/domain/ports/provider-failure.ts';

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
      /** What staff are told meanwhile, never that it failed. */
      readonly text: string | null;
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
    const { kind, mayHaveHappened, text = null } = error;
    const passing = kind === 'unavailable' || kind === 'unreadable';
    return mayHaveHappened || passing
      ? { kind: 'unknown', failure: kind, text, neverSent: !mayHaveHappened }
      : { kind: 'declined', cause: kind, text };
  }
};

/** What is said of what a provider does not do (acquirers.116): the second where another call of the same kind is there. */
type NotOffered = 'Method not implemented.' | 'Not implemented yet.';

/** A capability that the business relies on here. @throws ProviderFailure `invalid` */
export const offered = <Call>(
  call: Call | undefined,
  text: NotOffered = 'Method not implemented.',
): Call => {
  if (call === undefined)
    throw new ProviderFailure('invalid', text, { mayHaveHappened: false, text });
  return call;
};
