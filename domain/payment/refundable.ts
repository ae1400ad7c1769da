import { add, subtract, sum, ZERO, type Cents } from '#/domain/values/money.ts';
import type { Division } from './receivables.ts';
import type { RequestedPayment } from './state.ts';
import type { RefundOfPayment } from './refund-state.ts';

export const listDivisions = (
  payment: RequestedPayment,
  ...statuses: readonly RefundOfPayment['status'][]
): readonly Division[] =>
  Object.values(payment.refunds).flatMap(({ status, division }) =>
    division && statuses.includes(status) ? [division] : [],
  );

type Refunds = Pick<RequestedPayment, 'refunds'>;

const sumRefunds = ({ refunds }: Refunds, isAdded: (refund: RefundOfPayment) => boolean): Cents =>
  sum(Object.values(refunds).map((refund) => (isAdded(refund) ? refund.amount : ZERO)));

/** Returns the sum of our open refunds that may have been requested from the acquirer: not those about which staff must decide first. */
export const sumRefundsUnderWay = (payment: Refunds): Cents =>
  sumRefunds(payment, ({ status, cover }) => status === 'PENDING' && cover !== 'AWAITED');

/** What may still be refunded. Negative if money was taken back that an open refund had reserved. */
export const refundableOf = (payment: RequestedPayment): Cents => {
  if (payment.status !== 'APPROVED' || !payment.approved) return ZERO;
  const reserved = sumRefunds(payment, ({ status }) => status === 'PENDING');
  return subtract(payment.approved.amount, add(payment.reversedAmount, reserved));
};
