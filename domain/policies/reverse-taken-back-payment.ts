import type { ReversalData } from '#/domain/payment/events.ts';
import { isSimulatedPart } from '#/domain/platform/simulated.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import { definePolicy } from './policy.ts';

const createReversal = (
  paymentId: string,
  cause: 'REFUND' | 'CHARGEBACK',
  data: ReversalData,
  now: Timestamp,
): readonly AddressedCommand[] => {
  const { platformId, sellerId, currency, refundId, amount, parts, receivables, left } = data;
  const owner = { platformId, sellerId, currency, paymentId, ...isSimulatedPart(data) };
  const command = { ...owner, refundId, cause, amount, parts, receivables, left, now };
  return [{ to: 'account', id: sellerId, command: { type: 'ReverseReceivables', ...command } }];
};

/** When a payment was refunded or charged back, takes the amount from the seller, and from the platform's fee and interest. */
export const reverseTakenBackPayment = definePolicy('reverse-taken-back-payment', {
  PaymentRefunded: ({ aggregateId: paymentId, data }, { now }) =>
    createReversal(paymentId, 'REFUND', data, now),
  PaymentChargedBack: ({ aggregateId: paymentId, data }, { now }) =>
    createReversal(paymentId, 'CHARGEBACK', data, now),
});
