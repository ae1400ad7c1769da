import {
  inferredMember,
  memberOperationsWith,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { statusesWithExpired } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';

/** Unicopay: `families/transactions-api` (acquirers.74), bodies and status words inferred. */

/** The address when the buyer stated none (acquirers.115). */
const fallbackShipping = {
  zipCode: '01001000',
  address: 'Praça da Sé',
  number: '1',
  district: 'Sé',
  city: 'São Paulo',
  state: 'SP',
} as const;

export const unicopay = defineProvider({
  ...inferredMember,
  id: 'unicopay',
  label: 'Unicopay',
  status: statusesWithExpired,
  operations: memberOperationsWith({ fallbackShipping }),
});
