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
 * How much of a charge was given back; null = not stated. Some acquirers use REFUNDED for a part, so a stated total counts more.
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
