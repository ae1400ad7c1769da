import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { medius } from './medius.ts';

const path = '/transactions';

export const mediusCases = providerCases({
  provider: medius,
  account: (baseUrl) => ({ baseUrl, secretKey: 'sk_medius_for_tests' }),
  cases: [
    ...family.charges({ path }, ['PIX'], family.inUpperCase),
    ...family.getTransactionCases({ path }),
  ],
  ...family.usual,
});
