import { cardTokenAt } from '#/adapters/payments/families/transactions-api-card-tokens.ts';
import {
  inferredMember,
  memberOperations,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { usualStatuses } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';

/** Lynxpay: `families/transactions-api` (acquirers.74, acquirers.78), bodies and status words inferred. */
export const lynxpay = defineProvider({
  ...inferredMember,
  id: 'lynxpay',
  label: 'Lynxpay',
  status: usualStatuses,
  operations: {
    ...memberOperations,
    createCardToken: cardTokenAt('/card-token'),
  },
});
