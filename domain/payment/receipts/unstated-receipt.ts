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

/** Whether money came in for the payment, in its currency, but staff must say how much. */
export const isUnstatedReceipt = (
  { requested }: RequestedPayment,
  { cause, said }: Pick<Matter, 'cause' | 'said'>,
): boolean =>
  cause === 'UNFIT_ANSWER' &&
  said.status === 'APPROVED' &&
  (said.currency ?? requested.currency) === requested.currency &&
  OF_THIS_PAYMENT.includes(said.cause) &&
  !positiveCents.safeParse(said.amount).success;

/** Whether staff must state how much came in, and have not. To repeat the amount on record is not enough. */
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
