import { type Cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { NOTHING_RECEIVED, receiptOfSale } from './receipts.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';

/** What an acquirer says about money that it has given back. */
interface StatedRefund {
  readonly status: PaymentStatus;
  readonly refundedAmount?: Cents | null;
}

/**
 * Returns how much of a charge was given back according to the acquirer; null = not stated. A stated total takes precedence over the
 * status REFUNDED, which some acquirers also use after a partial refund. Others leave the total at zero with that status, so zero is no
 * statement then. Without a total, the status means everything, unless a part was, or may have been, refunded: then it is UNCLEAR
 * whether the status is only about that part.
 * @param whole what was paid
 */
export const readGivenBack = (
  { status, refundedAmount = null }: StatedRefund,
  { whole, isPartRefunded }: { readonly whole: Cents; readonly isPartRefunded: boolean },
): Cents | 'UNCLEAR' | null => {
  const isStated = refundedAmount !== null && refundedAmount > 0;
  if (status !== 'REFUNDED' || isStated) return refundedAmount;
  return isPartRefunded ? 'UNCLEAR' : whole;
};

/**
 * Whether a part of what came in by the sale was refunded or returned, or may have been: an open refund, and one that failed according to
 * our record, count too.
 */
export const isPartRefunded = (payment: RequestedPayment): boolean => {
  const { approved, requested, refunds } = payment;
  const price = (approved ?? requested).amount;
  const { returned } = receiptOfSale(payment) ?? NOTHING_RECEIVED;
  return returned > 0 || Object.values(refunds).some(({ amount }) => amount < price);
};
