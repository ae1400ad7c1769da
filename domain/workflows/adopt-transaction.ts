import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { differencesOf } from '#/domain/payment/receipts/mismatch.ts';
import { formerChargeOf, withAcquirer } from '#/domain/payment/reroute.ts';
import { isPaidStatus } from '#/domain/payment/receipts/stated-money.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import {
  isOfPayment,
  translateAnswer,
  translateTransaction,
  withoutUnknownEnd,
} from './charge-answer.ts';
import { acquirerOf } from './acquirer-of.ts';
import { followTo } from './lost-charge.ts';
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

/** The commands for an answer, or why there are none. */
type Adopted = readonly PaymentCommand[] | 'unanswered' | 'unpaid' | 'foreign';

type AdoptPorts = Pick<Ports, 'providers' | 'transactions' | 'epoch' | 'isClockTrue' | 'now'>;

/**
 * Asks the provider about a transaction that a notice names for this payment: of a charge whose answer was lost, or a second transaction.
 * @returns `unanswered` when nothing is known yet; `foreign` when the transaction is not this payment's; `unpaid` when it is a second
 * transaction of this payment, without money now
 */
export const adoptTransaction = async (
  paymentId: string,
  payment: RequestedPayment,
  { claimed, noticeId }: { readonly claimed: ClaimedTransaction; readonly noticeId: string },
  ports: AdoptPorts,
): Promise<Adopted> => {
  // The clock dates an approval, and that date decides when the seller gets the money.
  if (!ports.isClockTrue()) return 'unanswered';
  const now = ports.now();
  const { provider: providerId, requested } = payment;
  const { transactionId } = claimed;
  const place = { provider: providerId, platformId: requested.platformId };
  const outcome = await outcomeOf(async () => {
    const provider = await acquirerOf(ports, place, payment.attempt ?? payment);
    return requireSupport(provider.getTransaction)({ transactionId });
  });
  if (outcome.kind !== 'answered') return 'unanswered';
  const { result } = outcome;
  // The provider may send a notice before its look-up shows the transaction.
  if (!result) return 'unanswered';
  const attemptId = payment.attempt?.attemptId ?? null;
  const asked = { paymentId, payment, noticeId, attemptId, now };
  const { number: epoch } = await ports.epoch();
  const believed = withoutUnknownEnd(result, payment, epoch);
  if (payment.transactionId === null && fits(result, paymentId, payment, claimed))
    return translateTransaction(believed, asked, ports);
  if (!isBesideCharge(result, paymentId, payment, claimed)) return 'foreign';
  if (!isPaidStatus(result.status)) return 'unpaid';
  return [(await translateAnswer(believed, asked, ports)).report];
};

/** Whether the money at another acquirer went back, so that it must not move a sale whose buyer may still pay. */
const isBackWhilePending = (
  { status }: Pick<TransactionResult, 'status'>,
  payment: Pick<RequestedPayment, 'status'>,
): boolean => payment.status === 'PENDING' && status !== 'APPROVED';

/** The commands for a paid answer of another acquirer. If it pays the sale, the payment moves there; else its money waits for staff. */
const followPaid = (
  paymentId: string,
  payment: RequestedPayment,
  there: RequestedPayment,
  { submission, report }: Awaited<ReturnType<typeof translateAnswer>>,
): Adopted => {
  const pays = payment.approved === null && differencesOf(there, report).length === 0;
  if (!pays) return [report];
  if (isBackWhilePending(report, payment)) return 'unpaid';
  const { provider, merchantAccount } = there;
  const { now } = report;
  const reroute = followTo({ provider, merchantAccount }, paymentId, payment, { now });
  return [...reroute, submission, report];
};

/**
 * `adoptTransaction` for a transaction at another acquirer than the one that has the payment: the payment was moved, or the log has lost a
 * charge.
 */
export const adoptElsewhere = async (
  paymentId: string,
  payment: RequestedPayment,
  {
    provider,
    claimed: { transactionId, isAuthentic },
    noticeId,
  }: {
    readonly provider: string;
    readonly claimed: ClaimedTransaction;
    readonly noticeId: string;
  },
  ports: AdoptPorts,
): Promise<Adopted> => {
  // The clock dates an approval.
  if (!ports.isClockTrue()) return 'unanswered';
  const now = ports.now();
  const { platformId, method } = payment.requested;
  const former = formerChargeOf(payment, { provider, transactionId });
  const outcome = await outcomeOf(async () => {
    const acquirer = await acquirerOf(ports, { provider, platformId }, former ?? null);
    const { merchantAccount = former?.merchantAccount, getTransaction } = acquirer;
    return { merchantAccount, result: await requireSupport(getTransaction)({ transactionId }) };
  });
  if (outcome.kind !== 'answered' || !outcome.result.result) return 'unanswered';
  const { result, merchantAccount } = outcome.result;
  const chargedTransaction = former?.transactionId ?? null;
  const there = { ...withAcquirer(payment, { provider, merchantAccount }), chargedTransaction };
  const isNamed =
    isOfPayment(result, paymentId, there) || (result.orderId === undefined && isAuthentic);
  if (result.transactionId !== transactionId || result.paymentMethod !== method || !isNamed)
    return 'foreign';
  if (!isPaidStatus(result.status)) return 'unpaid';
  const asked = { paymentId, payment: there, noticeId, now };
  return followPaid(paymentId, payment, there, await translateAnswer(result, asked, ports));
};
