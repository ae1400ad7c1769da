import { cardTokenAt } from '#/adapters/payments/families/transactions-api-card-tokens.ts';
import {
  inferredMember,
  memberOperations,
  type MemberAccount,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { transactionsPayouts } from '#/adapters/payments/families/transactions-api-money-out.ts';
import {
  payoutStatuses,
  usualStatuses,
} from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { requirePixKey } from '#/adapters/payments/kit/values/pix-key.ts';

/** Gatyway: `families/transactions-api` (acquirers.74, acquirers.77, acquirers.78), partly inferred. */

const { withdraw, getWithdraw, notices } = transactionsPayouts<MemberAccount>({
  path: '/transfers',
  pixKey: requirePixKey,
});

export const gatyway = defineProvider({
  ...inferredMember,
  id: 'gatyway',
  label: 'Gatyway',
  status: usualStatuses,
  withdrawStatus: payoutStatuses,
  operations: {
    ...memberOperations,
    createCardToken: cardTokenAt('/card-token'),
    withdraw,
    getWithdraw,
  },
  notices,
});
