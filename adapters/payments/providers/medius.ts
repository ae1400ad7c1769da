import { transactionsApi } from '#/adapters/payments/families/transactions-api.ts';
import { statusesWithExpired } from '#/adapters/payments/families/transactions-api-words.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicAuth } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { keysAt, type Keys } from '#/adapters/payments/kit/keys.ts';

/** Medius: `families/transactions-api` for PIX, without refunds (acquirers.68). */

const { charge, getTransaction, notices } = transactionsApi<Keys>({
  path: '/transactions',
  wordCase: 'upper',
});

export const medius = defineProvider({
  id: 'medius',
  label: 'Medius',
  evidence: 'documented',
  undocumented: ['split'],
  account: keysAt('https://api.mediuspag.com/functions/v1'),
  channels: ({ baseUrl, secretKey }) => ({ main: { baseUrl, auth: basicAuth(secretKey, 'x') } }),
  amount: inCents,
  status: statusesWithExpired,
  operations: { charge: { PIX: charge }, getTransaction },
  notices,
});
