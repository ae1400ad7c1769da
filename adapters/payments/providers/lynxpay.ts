import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { cardTokenAt } from '#/adapters/payments/families/transactions-api-card-tokens.ts';
import {
  inferredMember,
  memberOperations,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { transactionWords } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/**
 * Lynxpay speaks the shared protocol `families/transactions-api` (acquirers.74), with cards at an endpoint of their own (acquirers.78).
 * Its bodies and status words are inferred from that protocol.
 */

export const lynxpay = defineProvider({
  ...inferredMember,
  id: 'lynxpay',
  label: 'Lynxpay',
  status: statusMap<PaymentStatus>(transactionWords, { otherwise: 'REJECTED' }),
  operations: {
    ...memberOperations,
    createCardToken: cardTokenAt('/card-token'),
  },
});
