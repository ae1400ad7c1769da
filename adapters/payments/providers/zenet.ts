import type { PaymentStatus } from '#/domain/ports/payment-provider.ts';
import { inferredMember } from '#/adapters/payments/families/transactions-api-members.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Zenet: an unheard-of word leaves a charge pending (spec 2 §4); everything else inferred from the transactions API. */

export const zenet = defineProvider({
  ...inferredMember,
  id: 'zenet',
  label: 'Zenet',
  status: statusMap<PaymentStatus>(
    {
      waiting: 'PENDING',
      waiting_payment: 'PENDING',
      awaiting_payment: 'PENDING',
      pending: 'PENDING',
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
      in_protest: 'CHARGEBACK',
      chargeback: 'CHARGEBACK',
      chargedback: 'CHARGEBACK',
      refunded: 'REFUNDED',
    },
    { otherwise: 'PENDING' },
  ),
});
