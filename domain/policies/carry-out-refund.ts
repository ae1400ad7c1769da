import { definePolicy } from './policy.ts';

/** Opens a `refund` for an amount reserved on a payment, and reports its outcome to the payment. */
export const carryOutRefund = definePolicy('carry-out-refund', {
  PaymentRefundRequested: ({ aggregateId: paymentId, data }) => {
    const { refundId, note: _, ...refund } = data;
    const command = { type: 'OpenRefund', refund: { ...refund, paymentId } } as const;
    return [{ to: 'refund', id: refundId, command }];
  },
  RefundSettled: ({ aggregateId: refundId, data }, now) => [
    { to: 'payment', id: data.paymentId, command: { type: 'SettleRefund', refundId, now } },
  ],
  RefundFailed: ({ aggregateId: refundId, data: { paymentId, cause, text = null } }, now) => [
    { to: 'payment', id: paymentId, command: { type: 'FailRefund', refundId, cause, text, now } },
  ],
});
