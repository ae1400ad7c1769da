import { inferredMember } from '#/adapters/payments/families/transactions-api-members.ts';
import { engineStatuses } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';

/**
 * Horizonbank speaks the shared protocol `families/transactions-api` (acquirers.74). Its bodies and status words are inferred from that
 * protocol.
 */

export const horizonbank = defineProvider({
  ...inferredMember,
  id: 'horizonbank',
  label: 'Horizonbank',
  status: engineStatuses,
});
