import { Refused } from '#/domain/errors/refused.ts';
import { ProviderFailure, type ProviderFailureKind } from '#/domain/ports/provider-failure.ts';
import type { Ports } from './reaction.ts';

/** How a call to a provider ended: it was answered, it had no effect, or its effect is unknown. */
export type ProviderOutcome<Result> =
  | { readonly kind: 'answered'; readonly result: Result }
  /** The call had no effect, and a retry would not help. */
  | {
      readonly kind: 'declined';
      readonly cause: ProviderFailureKind;
      readonly text: string | null;
    }
  /** The call may have had its effect, or a retry may still succeed: the request is read back. */
  | {
      readonly kind: 'unknown';
      readonly failure: ProviderFailureKind;
      /** Text for staff until the outcome is known; it does not say that the call failed. */
      readonly text: string | null;
      /** The call had no effect at the provider, but a retry may succeed. */
      readonly neverSent: boolean;
    };

/**
 * Runs a call to a provider and classifies how it ended. A ProviderFailure and Refused `provider/not-offered` are outcomes.
 * @throws every other error
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
    const isTemporary = kind === 'unavailable' || kind === 'unreadable';
    return mayHaveHappened || isTemporary
      ? { kind: 'unknown', failure: kind, text, neverSent: !mayHaveHappened }
      : { kind: 'declined', cause: kind, text };
  }
};

const NOT_HELD = 'O valor não está reservado na conta do vendedor.';

/** @throws ProviderFailure `invalid` if the seller's account does not hold the money: nothing was sent */
export const requireHold = async (
  { isHeld }: Pick<Ports, 'isHeld'>,
  seller: Parameters<Ports['isHeld']>[0],
  id: string,
): Promise<void> => {
  if (await isHeld(seller, id)) return;
  throw new ProviderFailure('invalid', NOT_HELD, { mayHaveHappened: false, text: NOT_HELD });
};

/** Texts for an operation that a provider does not offer (acquirers.116). */
type NotOffered = 'Method not implemented.' | 'Not implemented yet.';

/** @throws ProviderFailure `invalid` when the provider does not offer the operation */
export const requireSupport = <Call>(
  call: Call | undefined,
  text: NotOffered = 'Method not implemented.',
): Call => {
  if (call === undefined)
    throw new ProviderFailure('invalid', text, { mayHaveHappened: false, text });
  return call;
};
