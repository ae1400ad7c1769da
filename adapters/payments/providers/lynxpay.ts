import type { PaymentStatus } from '#/domain/ports/payment-provider.ts';
import { cardTokenAt } from '#/adapters/payments/families/transactions-api-card-tokens.ts';
import {
  inferredMember,
  memberOperations,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Lynxpay: the transactions API and a card-token endpoint (spec 2 §7); its path, bodies and words inferred from its family. */

export const lynxpay = defineProvider({
  ...inferredMember,
  id: 'lynxpay',
  label: 'Lynxpay',
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
  operations: {
    ...memberOperations,
    createCardToken: cardTokenAt('/card-token'),
  },
});
