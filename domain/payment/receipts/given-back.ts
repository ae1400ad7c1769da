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
 * Returns how much of a charge was given back according to the acquirer; null = not stated. A stated total counts more than the status
 * REFUNDED, because some acquirers use that status after a partial refund too. Others state REFUNDED with a total of zero, so zero then
 * counts as not stated. REFUNDED without a total means that everything was given back. But if a part was refunded, or may have been, the
 * status may be only about that part: UNCLEAR.
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
