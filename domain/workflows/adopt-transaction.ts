import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { saysPaid } from '#/domain/payment/receipts/stated-money.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import { translateTransaction, isOfPayment } from './charge-answer.ts';
import { acquirerOf } from './acquirer-of.ts';
import type { Ports } from './reaction.ts';
import { requireSupport, outcomeOf } from './provider-outcome.ts';

/** A transaction that a notice attributes to this payment. */
export interface ClaimedTransaction {
  readonly transactionId: string;
  /** The notice is from the provider. False = anyone may have sent it, naming any transaction and payment. */
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

/** Whether the transaction is this payment's, but not the requested charge. */
const isBesideCharge = (
  result: TransactionResult,
  paymentId: string,
  payment: RequestedPayment,
  claimed: ClaimedTransaction,
): boolean => {
  const { transactionId, amount } = result;
  const isOtherAmount = amount !== null && amount !== payment.requested.amount;
  const differs = payment.transactionId !== null || isOtherAmount;
  return (
    transactionId === claimed.transactionId && isOfPayment(result, paymentId, payment) && differs
  );
};

/**
 * Asks the provider about a transaction that a notice names for this payment: of a charge whose answer was lost, or a second transaction.
 * @returns `unanswered` when nothing is known yet; `foreign` when the transaction is not this payment's; `unpaid` when it is a second
 * transaction of this payment, without money
 */
export const adoptTransaction = async (
  paymentId: string,
  payment: RequestedPayment,
  { claimed, noticeId }: { readonly claimed: ClaimedTransaction; readonly noticeId: string },
  ports: Pick<Ports, 'providers' | 'transactions' | 'epoch' | 'isClockTrue' | 'now'>,
): Promise<readonly PaymentCommand[] | 'unanswered' | 'unpaid' | 'foreign'> => {
  // The clock dates an approval, and that date decides when the seller gets the money.
  if (!ports.isClockTrue()) return 'unanswered';
  const now = ports.now();
  const { provider: providerId, requested } = payment;
  const { transactionId } = claimed;
  const place = { provider: providerId, platformId: requested.platformId };
  const outcome = await outcomeOf(async () => {
    const provider = await acquirerOf(ports, place, payment.attempt);
    return requireSupport(provider.getTransaction)({ transactionId });
  });
  if (outcome.kind !== 'answered') return 'unanswered';
  const { result } = outcome;
  // The provider may send a notice before its look-up shows the transaction.
  if (!result) return 'unanswered';
  const attemptId = payment.attempt?.attemptId ?? null;
  const translate = () =>
    translateTransaction(result, { paymentId, payment, noticeId, attemptId, now }, ports);
  if (payment.transactionId === null && fits(result, paymentId, payment, claimed))
    return translate();
  if (!isBesideCharge(result, paymentId, payment, claimed)) return 'foreign';
  if (!saysPaid(result.status)) return 'unpaid';
  return (await translate()).filter(({ type }) => type === 'RecordProviderStatus');
};
