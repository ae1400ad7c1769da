import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { openAcquirerForCall } from './acquirer-of.ts';
import { beginAttempt, digestOf } from './attempt.ts';
import { isAskedFor } from './charge-answer.ts';
import type { Ports } from './reaction.ts';
import { requireSupport, outcomeOf } from './provider-outcome.ts';

/** Captures a card charge that is only authorised. Returns `found` if the charge cannot be captured now. */
export const captureAuthorised = async (
  paymentId: string,
  payment: RequestedPayment,
  { found, provider }: { readonly found: TransactionResult; readonly provider: PaymentProvider },
  ports: Ports,
): Promise<TransactionResult> => {
  const shouldCapture = found.isAuthorised && isAskedFor(found, paymentId, payment);
  if (!shouldCapture || !provider.capture) return found;
  const { transactionId } = found;
  const place = { platformId: payment.requested.platformId, provider: payment.provider };
  const begun = await beginAttempt(ports, {
    ...place,
    // The account that has the charge: another one may have a different charge under this id.
    merchantAccount: provider.merchantAccount,
    digest: await digestOf(ports, { transactionId }),
    earlier: { attempt: payment.capture },
    by: (attempt) => ({
      to: 'payment',
      id: paymentId,
      command: { type: 'BeginCapture', provider: payment.provider, ...attempt },
    }),
  });
  if (!begun) return found;
  const { attempt } = begun;
  const outcome = await outcomeOf(async () => {
    const { capture } = await openAcquirerForCall(ports, place, attempt);
    return requireSupport(capture)({ transactionId, attempt });
  });
  return outcome.kind === 'answered' ? outcome.result : found;
};
