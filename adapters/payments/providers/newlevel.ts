import {
  inferredMember,
  memberOperations,
  type MemberAccount,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { transactionsPayouts } from '#/adapters/payments/families/transactions-api-money-out.ts';
import {
  payoutStatuses,
  engineStatuses,
} from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { pixKey } from '#/adapters/payments/kit/values/pix-key.ts';

/**
 * Newlevel speaks the shared protocol `families/transactions-api` (acquirers.74), with payouts at `/cashout` (acquirers.77). Bodies,
 * status words and the look-up of payouts are inferred.
 */

const { withdraw, getWithdraw, notices } = transactionsPayouts<MemberAccount>({
  path: '/cashout',
  pixKey,
});

export const newlevel = defineProvider({
  ...inferredMember,
  id: 'newlevel',
  label: 'Newlevel',
  status: engineStatuses,
  withdrawStatus: payoutStatuses,
  operations: {
    ...memberOperations,
    withdraw,
    getWithdraw,
  },
  notices,
});
