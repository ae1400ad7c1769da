import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { transac } from './transac.ts';

const path = '/transactions';

export const transacCases = providerCases({
  provider: transac,
  account: (baseUrl) => ({ baseUrl, secretKey: 'sk_transac_for_tests' }),
  cases: [
    ...family.charges({ path: '/user/transactions' }),
    ...family.getTransactionCases({ path }),
    ...family.refunds({ path }),
  ],
  ...family.usual,
});
