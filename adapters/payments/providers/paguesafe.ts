import {
  inferredMember,
  memberOperationsWith,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { statusesWithExpired } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { days } from '#/adapters/payments/kit/values/expiry.ts';

/** PagueSafe: `families/transactions-api` (acquirers.74), bodies and status words inferred. */
export const paguesafe = defineProvider({
  ...inferredMember,
  id: 'paguesafe',
  label: 'PagueSafe',
  status: statusesWithExpired,
  operations: memberOperationsWith({ expiries: { pix: days(2) } }),
});
