import type { PaymentStatus } from '#/domain/ports/payment-provider.ts';
import { inferredMember } from '#/adapters/payments/families/transactions-api-members.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Reflowpay: transactions at the family’s paths (spec 2 §7); bodies and words inferred from it. */

export const reflowpay = defineProvider({
  ...inferredMember,
  id: 'reflowpay',
  label: 'Reflowpay',
  status: statusMap<PaymentStatus>(
    {
      waiting_payment: 'PENDING',
      awaiting_payment: 'PENDING',
      pending: 'PENDING',
      waiting: 'PENDING',
      processing: 'PENDING',
      authorized: 'PENDING',
      partially_paid: 'PENDING',
      approved: 'APPROVED',
      paid: 'APPROVED',
      confirmed: 'APPROVED',
      received: 'APPROVED',
      refused: 'REJECTED',
      canceled: 'REJECTED',
      cancelled: 'REJECTED',
      expired: 'REJECTED',
      refunded: 'REFUNDED',
      in_protest: 'CHARGEBACK',
      chargeback: 'CHARGEBACK',
      chargedback: 'CHARGEBACK',
    },
    { otherwise: 'REJECTED' },
  ),
});
