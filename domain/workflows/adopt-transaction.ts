import { isOtherAccount, type AcquirerAccount } from '#/domain/acquiring/call-attempt.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { differencesOf } from '#/domain/payment/receipts/mismatch.ts';
import { formerChargeOf, withAcquirer } from '#/domain/payment/reroute.ts';
import { unfitReceiptOf } from '#/domain/payment/receipts/receipts.ts';
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
import type { ChargedAt } from './search-route.ts';
import { requireSupport, outcomeOf } from './provider-outcome.ts';

/** A transaction that a notice attributes to this payment. */
interface ClaimedTransaction {
  readonly transactionId: string;
  /** The notice is from the provider. False = anyone may have sent it, with any transaction and payment in it. */
  readonly isAuthentic: boolean;
  /** The former account whose secret alone proves the notice, which is believed only about what that account did. */
  readonly formerAccount?: string | null;
}

/** Whether the notice alone is believed about a transaction in this account. */
const isBelievedIn = (
  { isAuthentic, formerAccount = null }: ClaimedTransaction,
  account: AcquirerAccount | undefined,
): boolean => isAuthentic || (formerAccount !== null && account?.merchantAccount === formerAccount);

const fits = (
  result: TransactionResult,
  paymentId: string,
  { requested, attempt, merchantAccount }: RequestedPayment,
  claimed: ClaimedTransaction,
): boolean =>
  result.transactionId === claimed.transactionId &&
  result.amount === requested.amount &&
  result.paymentMethod === requested.method &&
  (result.orderId === undefined
    ? isBelievedIn(claimed, attempt ?? { merchantAccount })
    : result.orderId === paymentId);

/** Whether the transaction is this payment's, but not the requested charge. */
const isBesideCharge = (
  result: TransactionResult,
  paymentId: string,
  payment: RequestedPayment,
  claimed: ClaimedTransaction,
): boolean => {
  const { transactionId, amount } = result;
  const isOtherAmount = amount !== null && amount !== payment.requested.amount;
  const isOther = payment.transactionId !== null || isOtherAmount;
  return (
    transactionId === claimed.transactionId && isOfPayment(result, paymentId, payment) && isOther
  );
};

/** The commands for an answer, or why there are none. */
type Adopted = readonly PaymentCommand[] | 'unanswered' | 'unpaid' | 'foreign';

type AdoptPorts = Pick<Ports, 'providers' | 'transactions' | 'epoch' | 'isClockTrue' | 'now'>;

interface Claim {
  /** The acquirer whose notice it is. */
  readonly provider: string;
  readonly claimed: ClaimedTransaction;
  readonly noticeId: string;
}

/** `adoptTransaction` for a transaction in the payment's own account. */
const adoptHere = async (
  paymentId: string,
  payment: RequestedPayment,
  { claimed, noticeId }: Claim,
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
  const charge = { paymentId, payment, noticeId, attemptId, now };
  const { number: epoch } = await ports.epoch();
  const answer = withoutUnknownEnd(result, payment, epoch);
  if (payment.transactionId === null && fits(result, paymentId, payment, claimed))
    return translateTransaction(answer, charge, ports);
  if (!isBesideCharge(result, paymentId, payment, claimed)) return 'foreign';
  if (!isPaidStatus(result.status)) return 'unpaid';
  return [(await translateAnswer(answer, charge, ports)).report];
};

/** Whether the money at another acquirer went back, so that it must not move a sale whose buyer may still pay. */
const isBackWhilePending = (
  { status }: Pick<TransactionResult, 'status'>,
  payment: Pick<RequestedPayment, 'status'>,
): boolean => payment.status === 'PENDING' && status !== 'APPROVED';

/** For a paid transaction. If it is at another acquirer and pays the sale, the payment moves there; else staff decide about its money. */
const followPaid = (
  paymentId: string,
  payment: RequestedPayment,
  paymentThere: RequestedPayment,
  { submission, report }: Awaited<ReturnType<typeof translateAnswer>>,
  isSameMethod: boolean,
): Adopted => {
  const isInOtherAccount = payment.transactionId === null && isOtherAccount(paymentThere, payment);
  const isElsewhere = paymentThere.provider !== payment.provider || isInOtherAccount;
  const mayMove = payment.approved === null && isElsewhere;
  const pays = mayMove && isSameMethod && differencesOf(paymentThere, report).length === 0;
  if (!pays) return [report];
  if (isBackWhilePending(report, payment)) return 'unpaid';
  const { provider, merchantAccount } = paymentThere;
  const { now } = report;
  const reroute = followTo({ provider, merchantAccount }, paymentId, payment, { now });
  // Without a route on record the payment cannot move, and must not be approved in the account that was not paid.
  if (isInOtherAccount && reroute.length === 0) return 'unanswered';
  return [...reroute, submission, report];
};

/** Returns the account that the notice is from, if it is a former one; null = unknown. */
const accountOfNotice = ({ formerAccount = null }: ClaimedTransaction): AcquirerAccount | null =>
  formerAccount === null ? null : { merchantAccount: formerAccount };

/** Returns where a transaction is which the payment has left, or which did not fit; undefined = the record has no such transaction. */
const placeOf = (
  payment: RequestedPayment,
  { provider, claimed: { transactionId } }: Claim,
): ChargedAt | undefined => {
  const receipt = unfitReceiptOf(payment, transactionId);
  const ofReceipt = receipt?.there.provider === provider ? receipt.there : undefined;
  return formerChargeOf(payment, { provider, transactionId }) ?? ofReceipt;
};

/**
 * `adoptTransaction` for a transaction that the payment has left, or that is at another acquirer or in another account: the log may have
 * lost a charge.
 */
const adoptElsewhere = async (
  paymentId: string,
  payment: RequestedPayment,
  claim: Claim,
  ports: AdoptPorts,
): Promise<Adopted> => {
  // The clock dates an approval.
  if (!ports.isClockTrue()) return 'unanswered';
  const now = ports.now();
  const { provider, claimed, noticeId } = claim;
  const { transactionId } = claimed;
  const { platformId, method } = payment.requested;
  const place = placeOf(payment, claim);
  const outcome = await outcomeOf(async () => {
    const account = place ?? accountOfNotice(claimed);
    const acquirer = await acquirerOf(ports, { provider, platformId }, account);
    const { merchantAccount = place?.merchantAccount, getTransaction } = acquirer;
    return { merchantAccount, result: await requireSupport(getTransaction)({ transactionId }) };
  });
  if (outcome.kind !== 'answered' || !outcome.result.result) return 'unanswered';
  const { result, merchantAccount } = outcome.result;
  const former = formerChargeOf(payment, { provider, transactionId });
  const chargedTransaction = former?.transactionId ?? null;
  const moved = withAcquirer(payment, { provider, merchantAccount });
  const paymentThere = { ...moved, chargedTransaction };
  const isSameMethod = result.paymentMethod === method;
  const isByNotice = result.orderId === undefined && isBelievedIn(claimed, place) && isSameMethod;
  const isOfThisPayment = isOfPayment(result, paymentId, paymentThere) || isByNotice;
  if (result.transactionId !== transactionId || !isOfThisPayment) return 'foreign';
  if (!isPaidStatus(result.status)) return 'unpaid';
  const charge = { paymentId, payment: paymentThere, noticeId, now };
  const answer = await translateAnswer(result, charge, ports);
  return followPaid(paymentId, payment, paymentThere, answer, isSameMethod);
};

/**
 * Asks the provider about a transaction that a notice names for this payment: that of a charge whose answer was lost, a second one, or one
 * that the payment has left.
 * @returns `unanswered` when nothing is known yet; `foreign` when the transaction is not this payment's; `unpaid` when it is a further
 * transaction of this payment, without money now
 */
export const adoptTransaction = (
  paymentId: string,
  payment: RequestedPayment,
  claim: Claim,
  ports: AdoptPorts,
): Promise<Adopted> => {
  const { provider, claimed } = claim;
  const { transactionId } = claimed;
  const isFormer = formerChargeOf(payment, { provider, transactionId }) !== undefined;
  const place = placeOf(payment, claim) ?? accountOfNotice(claimed) ?? {};
  const isElsewhere = provider !== payment.provider || isOtherAccount(place, payment);
  const adopt = isFormer || isElsewhere ? adoptElsewhere : adoptHere;
  return adopt(paymentId, payment, claim, ports);
};
