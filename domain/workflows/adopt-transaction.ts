import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import { commandsForTransaction } from './charge-answer.ts';
import { acquirerOf } from './acquirer-of.ts';
import type { Ports } from './reaction.ts';
import { requireSupport, outcomeOf } from './provider-outcome.ts';

/** A transaction that a notice attributes to this payment. */
export interface ClaimedTransaction {
  readonly transactionId: string;
  /** The notice is authenticated; without that, anyone may name any transaction and any payment. */
  readonly isAuthentic: boolean;
}

const fits = (
  result: TransactionResult,
  paymentId: string,
  { requested }: RequestedPayment,
  { transactionId, isAuthentic }: ClaimedTransaction,
): boolean =>
  result.transactionId === transactionId &&
  result.amount === requested.amount &&
  result.paymentMethod === requested.method &&
  (result.orderId === undefined ? isAuthentic : result.orderId === paymentId);

/**
 * Uses a notice to find the transaction of a charge whose answer was lost, where the provider cannot look up a charge by our
 * reference. The notice only says which transaction to read: the provider must confirm that amount, method and our reference
 * are this payment's; if its reply has no reference, only an authenticated notice is enough. The caller has checked that no
 * other payment has this transaction.
 */
export const adoptTransaction = async (
  paymentId: string,
  payment: RequestedPayment,
  { claimed, noticeId }: { readonly claimed: ClaimedTransaction; readonly noticeId: string },
  ports: Pick<Ports, 'providers' | 'transactions' | 'now'>,
): Promise<readonly PaymentCommand[] | 'unanswered' | 'foreign'> => {
  if (payment.transactionId !== null) return 'foreign';
  const { provider: providerId, requested } = payment;
  const { transactionId } = claimed;
  const place = { provider: providerId, platformId: requested.platformId };
  const outcome = await outcomeOf(async () => {
    const provider = await acquirerOf(ports, place, payment.attempt);
    return requireSupport(provider.getTransaction)({ transactionId });
  });
  if (outcome.kind !== 'answered') return 'unanswered';
  const { result } = outcome;
  // Its books may be slower than its notices.
  if (!result) return 'unanswered';
  if (!fits(result, paymentId, payment, claimed)) return 'foreign';
  const attemptId = payment.attempt?.attemptId ?? null;
  return commandsForTransaction(result, { paymentId, payment, noticeId, attemptId }, ports);
};
