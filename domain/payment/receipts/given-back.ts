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
 * Returns how much of a charge the acquirer has given back; null = it does not say. An amount that it states counts more than the
 * status REFUNDED, which some acquirers also use for a part. UNCLEAR = REFUNDED without an amount, and a part may have been refunded
 * before.
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

/** Whether a part of the sale was or may have been refunded: open and failed refunds count too. */
export const isPartRefunded = (payment: RequestedPayment): boolean => {
  const { approved, requested, refunds } = payment;
  const price = (approved ?? requested).amount;
  const { returned } = receiptOfSale(payment) ?? NOTHING_RECEIVED;
  return returned > 0 || Object.values(refunds).some(({ amount }) => amount < price);
};
