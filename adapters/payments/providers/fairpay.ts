import {
  inferredMember,
  memberOperations,
  memberRefundBy,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { statusesWithExpired } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';

/** Fairpay: `families/transactions-api`, with refunds by DELETE (acquirers.76). */
export const fairpay = defineProvider({
  ...inferredMember,
  id: 'fairpay',
  label: 'Fairpay',
  status: statusesWithExpired,
  operations: { ...memberOperations, refund: memberRefundBy('DELETE') },
});
