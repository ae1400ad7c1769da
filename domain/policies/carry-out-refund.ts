import { definePolicy } from './policy.ts';

/** A refund reserved on its payment becomes an errand of its own, and its end is told to the payment. */
export const carryOutRefund = definePolicy('carry-out-refund', {
  PaymentRefundRequested: ({ subject: paymentId, data }) => {
    const { refundId, note: _, ...refund } = data;
    const command = { type: 'OpenRefund', refund: { ...refund, paymentId } } as const;
    return [{ to: 'refund', id: refundId, command }];
  },
  RefundSettled: ({ subject: refundId, data }, now) => [
    { to: 'payment', id: data.paymentId, command: { type: 'SettleRefund', refundId, now } },
  ],
  RefundFailed: ({ subject: refundId, data: { paymentId, cause, text = null } }, now) => [
    { to: 'payment', id: paymentId, command: { type: 'FailRefund', refundId, cause, text, now } },
  ],
});
