import type { PaymentStatus } from '#/domain/ports/payment-provider.ts';
import { inferredMember } from '#/adapters/payments/families/transactions-api-members.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Horizonbank: the transactions API (spec 2 §7); bodies and words inferred from its family. */

export const horizonbank = defineProvider({
  ...inferredMember,
  id: 'horizonbank',
  label: 'Horizonbank',
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
    { otherwise: 'REJECTED' },
  ),
});
