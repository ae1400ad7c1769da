import {
  inferredMember,
  memberOperationsWith,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { usualStatuses } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { days } from '#/adapters/payments/kit/values/expiry.ts';

/** Pixium: `families/transactions-api` (acquirers.74), bodies and status words inferred. */
export const pixium = defineProvider({
  ...inferredMember,
  id: 'pixium',
  label: 'Pixium',
  status: usualStatuses,
  operations: memberOperationsWith({ expiries: { pix: days(5) } }),
});
