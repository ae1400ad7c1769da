import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { venitip, venitipByClients } from './venitip.ts';

const path = '/transactions';

export const venitipCases = providerCases({
  provider: venitip,
  account: (baseUrl) => ({ baseUrl, secretKey: 'sk_venitip_for_tests', companyId: 'a-company' }),
  cases: [
    ...family.charges({ path }, ['PIX', 'BILLET', 'CREDIT_CARD'], family.inUpperCase),
    ...family.getTransactionCases({ path }),
    ...family.refunds({ path }),
  ],
  ...family.usual,
});

/** Requests of the two public clients, with invented values. */
export const venitipCasesByClients = providerCases({
  provider: venitipByClients,
  account: (baseUrl) => ({
    api: 'clients' as const,
    baseUrl,
    secretKey: 'sk_venitip_for_tests',
    companyId: 'a-company',
  }),
  cases: [
    ...family.charges({ path: '/transactions/pix' }, ['PIX'], family.inUpperCase),
    ...family.getTransactionCases({ path: '/transactions/pix' }),
    ...family.refunds({ path }),
  ],
  ...family.usual,
});
