import {
  inferredMember,
  memberOperations,
  memberRefundBy,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { transactionStatuses } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';

/** Fairpay: transactions, refunded by DELETE (acquirers.76); bodies and status words as in its family. */

export const fairpay = defineProvider({
  ...inferredMember,
  id: 'fairpay',
  label: 'Fairpay',
  status: transactionStatuses,
  operations: { ...memberOperations, refund: memberRefundBy('DELETE') },
});
