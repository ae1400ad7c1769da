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
import { pixKey } from '#/adapters/payments/kit/values/pix-key.ts';

/** Newlevel: `families/transactions-api` (acquirers.74) with payouts (acquirers.77), partly inferred. */

const { withdraw, getWithdraw, notices } = transactionsPayouts<MemberAccount>({
  path: '/cashout',
  pixKey,
});

export const newlevel = defineProvider({
  ...inferredMember,
  id: 'newlevel',
  label: 'Newlevel',
  status: usualStatuses,
  withdrawStatus: payoutStatuses,
  operations: {
    ...memberOperations,
    withdraw,
    getWithdraw,
  },
  notices,
});
