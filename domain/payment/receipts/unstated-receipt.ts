import { Refused } from '#/domain/errors/refused.ts';
import type { Proposal } from '#/domain/investigation/events.ts';
import type { Matter } from '#/domain/investigation/investigation.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { DIFFERENCE_CAUSES } from '#/domain/payment/investigation.ts';
import { receiptOf } from './receipts.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';

/** The differences of an answer whose money is still this payment's. */
const OF_THIS_PAYMENT: readonly (string | null)[] = [
  DIFFERENCE_CAUSES.AMOUNT,
  DIFFERENCE_CAUSES.TRANSACTION,
];

/**
 * Whether the acquirer says that money came in for the payment, names no other currency than the payment's, and states no amount, or one
 * that no charge can have. Then only staff can say how much came in.
 */
export const isUnstatedReceipt = (
  { requested }: RequestedPayment,
  { cause, said }: Pick<Matter, 'cause' | 'said'>,
): boolean =>
  cause === 'UNFIT_ANSWER' &&
  said.status === 'APPROVED' &&
  (said.currency ?? requested.currency) === requested.currency &&
  OF_THIS_PAYMENT.includes(said.cause) &&
  !positiveCents.safeParse(said.amount).success;

/**
 * Whether staff must state how much came in, and have not. They must if they answer HAPPENED about money of a payment that is no longer
 * pending, and the acquirer states no amount that can be used. Repeating the amount that is on record already is not enough.
 */
export const lacksAmount = (
  payment: RequestedPayment,
  matter: Pick<Matter, 'cause' | 'said'>,
  { resolution, amount }: Pick<Proposal, 'resolution' | 'amount'>,
): boolean => {
  const { transactionId } = matter.said;
  if (resolution !== 'HAPPENED' || payment.status === 'PENDING') return false;
  if (transactionId === null || !isUnstatedReceipt(payment, matter)) return false;
  return amount === null || amount === receiptOf(payment, transactionId)?.received;
};

/** @throws Refused `investigation/amount-missing` */
export const requireAmount = (...decided: Parameters<typeof lacksAmount>): void => {
  if (lacksAmount(...decided)) throw new Refused('investigation/amount-missing');
};
