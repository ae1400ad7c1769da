import { mayRepeatLost, type Epoch } from '#/domain/epoch/epoch.ts';
import type { PaymentMethod, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Timestamp } from '#/domain/time.ts';

/**
 * Returns the charge of a purchase whose whole record the log may have lost, and which the buyer's page now repeats under the same
 * key: a card would be charged twice. Undefined when there is none, or the acquirer cannot search by our id. The code of a PIX or
 * a boleto may be made anew: what is paid by the first one waits for people.
 * @throws ProviderFailure when the acquirer does not answer: the first charge may have been made
 */
export const findLostCharge = async (
  acquirer: Pick<PaymentProvider, 'findTransaction'>,
  { paymentId, method }: { readonly paymentId: string; readonly method: PaymentMethod },
  epoch: Epoch,
  now: Timestamp,
): Promise<TransactionResult | undefined> => {
  if (method !== 'CREDIT_CARD' || !mayRepeatLost(epoch, now)) return undefined;
  try {
    return await acquirer.findTransaction?.({ orderId: paymentId });
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    throw new ProviderFailure(cause.kind, cause.message, { mayHaveHappened: true, cause });
  }
};
