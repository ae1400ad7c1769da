import { isSimulatedPart } from '#/domain/platform/simulated.ts';
import { definePolicy } from './policy.ts';

/** Books approved money as the seller's receivables and the platform's fee. */
export const bookApprovedPayment = definePolicy('book-approved-payment', {
  PaymentApproved: ({ aggregateId: paymentId, data }, { now }) => {
    const { platformId, sellerId, currency, parts, receivables } = data;
    const owner = { platformId, sellerId, currency, paymentId, ...isSimulatedPart(data) };
    const booking = { ...owner, parts, receivables, now };
    return [{ to: 'account', id: sellerId, command: { type: 'BookReceivables', ...booking } }];
  },
});
