import { Refused } from '#/domain/errors/refused.ts';
import { ProviderFailure, type ProviderFailureKind } from '#/domain/ports/provider-failure.ts';
import type { Ports } from './reaction.ts';

/** How a call to a provider ended. Only this matters for money: it happened, it certainly did not happen, or that is unknown. */
export type ProviderOutcome<Result> =
  | { readonly kind: 'answered'; readonly result: Result }
  /** It certainly did not happen, and a retry would not help. */
  | {
      readonly kind: 'declined';
      readonly cause: ProviderFailureKind;
      readonly text: string | null;
    }
  /** It may have happened, or a retry may still succeed: read it back, never guess. */
  | {
      readonly kind: 'unknown';
      readonly failure: ProviderFailureKind;
      /** Text for staff until the outcome is known; it never says that the call failed. */
      readonly text: string | null;
      /** The call certainly had no effect at the provider, but a retry may succeed. */
      readonly neverSent: boolean;
    };

/**
 * Runs a call to a provider, including the look-up of the platform's account there, and classifies how it ended. If the platform has no
 * account at the provider, nothing was sent, and a retry may succeed once an account is connected. @throws every error but ProviderFailure
 * and Refused `provider/not-offered`
 */
export const outcomeOf = async <Result>(
  call: () => Promise<Result>,
): Promise<ProviderOutcome<Result>> => {
  try {
    return { kind: 'answered', result: await call() };
  } catch (error) {
    if (error instanceof Refused && error.code === 'provider/not-offered') {
      return { kind: 'unknown', failure: 'unavailable', text: null, neverSent: true };
    }
    if (!(error instanceof ProviderFailure)) throw error;
    const { kind, mayHaveHappened, text = null } = error;
    const passing = kind === 'unavailable' || kind === 'unreadable';
    return mayHaveHappened || passing
      ? { kind: 'unknown', failure: kind, text, neverSent: !mayHaveHappened }
      : { kind: 'declined', cause: kind, text };
  }
};

const NOT_HELD = 'O valor não está reservado na conta do vendedor.';

/**
 * Requires that the seller's account holds the money of a call: a chargeback may have taken the money, or the log may have lost the hold.
 * @throws ProviderFailure `invalid`: nothing was sent
 */
export const requireHold = async (
  { isHeld }: Pick<Ports, 'isHeld'>,
  seller: Parameters<Ports['isHeld']>[0],
  id: string,
): Promise<void> => {
  if (await isHeld(seller, id)) return;
  throw new ProviderFailure('invalid', NOT_HELD, { mayHaveHappened: false, text: NOT_HELD });
};

/** Texts for an operation that a provider does not offer (acquirers.116); the second one is for refunds and payouts. */
type NotOffered = 'Method not implemented.' | 'Not implemented yet.';

/** Returns an operation that the caller needs. @throws ProviderFailure `invalid` when the provider does not offer it */
export const requireSupport = <Call>(
  call: Call | undefined,
  text: NotOffered = 'Method not implemented.',
): Call => {
  if (call === undefined)
    throw new ProviderFailure('invalid', text, { mayHaveHappened: false, text });
  return call;
};
