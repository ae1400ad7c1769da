import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { RequestedPayment } from '#/domain/payment/decider.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { Ports } from './reaction.ts';
import { offered, outcomeOf } from './provider-outcome.ts';
import { heardOfPayment } from './submit-payment.ts';

/** A transaction of which a notice says that it is this payment's. */
export interface HeardOf {
  readonly transactionId: string;
  /** The notice is certainly the provider's; else anybody may name any transaction and any payment. */
  readonly isAuthentic: boolean;
}

const fits = (
  result: TransactionResult,
  paymentId: string,
  { requested }: RequestedPayment,
  { transactionId, isAuthentic }: HeardOf,
): boolean =>
  result.transactionId === transactionId &&
  result.amount === requested.amount &&
  result.paymentMethod === requested.method &&
  (result.orderId === undefined ? isAuthentic : result.orderId === paymentId);

/**
 * A charge whose answer was lost learns its transaction from a notice, where the provider cannot be asked by our name for
 * it. The notice only tells whom to ask about: the provider must say that amount, method and our reference are this
 * payment's. The caller has made sure that the transaction is no other payment's.
 */
export const adoptTransaction = async (
  paymentId: string,
  payment: RequestedPayment,
  { heardOf, noticeId }: { readonly heardOf: HeardOf; readonly noticeId: string },
  { providers, now }: Ports,
): Promise<readonly PaymentCommand[] | 'unanswered' | 'foreign'> => {
  if (payment.transactionId !== null) return 'foreign';
  const { provider: providerId, requested } = payment;
  const { transactionId } = heardOf;
  const provider = await providers(providerId, requested.platformId);
  const outcome = await outcomeOf(() => offered(provider.getTransaction)({ transactionId }));
  if (outcome.kind !== 'answered') return 'unanswered';
  const { result } = outcome;
  if (!result || !fits(result, paymentId, payment, heardOf)) return 'foreign';
  // The payment's own answer may come in the meantime and name another.
  const heard = heardOfPayment(result, { provider: providerId, noticeId, now: now() });
  return heard.map((command) =>
    command.type === 'RecordProviderStatus' ? { ...command, transactionId } : command,
  );
};
