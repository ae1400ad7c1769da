import { definePolicy } from './policy.ts';

/** Books approved money as the seller's receivables and the platform's fee. */
export const bookApprovedPayment = definePolicy('book-approved-payment', {
  PaymentApproved: ({ aggregateId: subject, data }, now) => {
    const { platformId, sellerId: receiverId, parts, receivables } = data;
    const booking = { platformId, receiverId, paymentId: subject, parts, receivables, now };
    return [{ to: 'account', id: receiverId, command: { type: 'BookReceivables', ...booking } }];
  },
});
