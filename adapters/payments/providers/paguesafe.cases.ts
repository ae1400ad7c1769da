import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { paguesafe } from './paguesafe.ts';

const path = '/transactions';

export const paguesafeCases = providerCases({
  provider: paguesafe,
  account: family.memberAccount,
  cases: [
    ...family.charges({ path }, undefined, { PIX: { pix: { expiresInDays: 2 } } }),
    ...family.getTransactionCases({ path }),
    ...family.refunds({ path }),
  ],
  ...family.usual,
});
