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
 * Lynxpay: the transactions API (acquirers.74) and a card-token endpoint (acquirers.78); bodies and status words are inferred from its
 * family.
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
