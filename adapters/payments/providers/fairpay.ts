import type { PaymentStatus } from '#/domain/ports/charge.ts';
import {
  inferredMember,
  memberOperations,
  memberRefundBy,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { transactionWords } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Fairpay: transactions, refunded by DELETE (acquirers.76); bodies and status words as in its family. */

export const fairpay = defineProvider({
  ...inferredMember,
  id: 'fairpay',
  label: 'Fairpay',
  status: statusMap<PaymentStatus>(transactionWords, {
    also: { REJECTED: ['expired'] },
    otherwise: 'REJECTED',
  }),
  operations: { ...memberOperations, refund: memberRefundBy('DELETE') },
});
