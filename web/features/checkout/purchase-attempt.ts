import type { PurchaseInput, PurchaseOutput } from '#/api/contract/checkout.ts';
import { ConnectionLost, ProblemError, newIdempotencyKey } from '#/web/lib/rpc.ts';
import type { SessionValue } from '#/web/lib/session-value.ts';

/** A purchase that was sent and whose outcome is not known. Holds a card's token, never its number in the clear. */
export interface PurchaseAttempt {
  readonly idempotencyKey: string;
  readonly request: PurchaseInput;
}

export interface PurchaseSteps {
  readonly pending: SessionValue<PurchaseAttempt>;
  /** Adds the card's token; the identity for other methods. */
  readonly complete: (request: PurchaseInput) => Promise<PurchaseInput>;
  readonly send: (attempt: PurchaseAttempt) => Promise<PurchaseOutput>;
}

const withoutToken = (request: PurchaseInput): string =>
  JSON.stringify({
    ...request,
    creditCard: request.creditCard && { installments: request.creditCard.installments },
  });

const isUnknown = (failure: unknown): boolean =>
  failure instanceof ConnectionLost || (failure instanceof ProblemError && failure.mayHaveHappened);

/** Sends an attempt and forgets it as soon as its outcome is known. */
const conclude = async (
  attempt: PurchaseAttempt,
  { pending, send }: PurchaseSteps,
): Promise<PurchaseOutput> => {
  pending.keep(attempt);
  try {
    const output = await send(attempt);
    pending.forget();
    return output;
  } catch (failure) {
    if (!isUnknown(failure)) pending.forget();
    throw failure;
  }
};

/**
 * Buys once, however often it is asked to. An attempt without a known outcome is repeated verbatim, with its key, when the
 * same is bought again; a card attempt even when something else is, because that card may have been charged.
 * @throws ConnectionLost, ProblemError; the attempt is kept while it may have happened
 */
export const buyOnce = async (
  request: PurchaseInput,
  steps: PurchaseSteps,
): Promise<PurchaseOutput> => {
  const earlier = steps.pending.read();
  if (earlier && withoutToken(earlier.request) === withoutToken(request)) {
    return conclude(earlier, steps);
  }
  if (earlier?.request.paymentMethod === 'CREDIT_CARD') {
    const output = await conclude(earlier, steps).catch((failure: unknown) => {
      if (isUnknown(failure)) throw failure;
      return undefined;
    });
    if (output && output.status !== 'REJECTED') return output;
  }
  const completed = await steps.complete(request);
  return conclude({ idempotencyKey: newIdempotencyKey(), request: completed }, steps);
};
