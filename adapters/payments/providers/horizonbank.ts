import { inferredMember } from '#/adapters/payments/families/transactions-api-members.ts';
import { usualStatuses } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';

/** Horizonbank: `families/transactions-api` (acquirers.74), bodies and status words inferred. */
export const horizonbank = defineProvider({
  ...inferredMember,
  id: 'horizonbank',
  label: 'Horizonbank',
  status: usualStatuses,
});
