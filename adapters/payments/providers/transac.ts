import { everyMethod, transactionsApi } from '#/adapters/payments/families/transactions-api.ts';
import { statusesWithExpired } from '#/adapters/payments/families/transactions-api-words.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicAuth } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { keysAt, type Keys } from '#/adapters/payments/kit/keys.ts';

/** Transac: `families/transactions-api`, with charges at /user/transactions, which we take for Transac's (acquirers.75). */

const { charge, getTransaction, refundBy, notices } = transactionsApi<Keys>({
  path: '/transactions',
  chargePath: () => '/user/transactions',
});

export const transac = defineProvider({
  id: 'transac',
  label: 'Transac',
  evidence: 'inferred',
  account: keysAt(),
  channels: ({ baseUrl, secretKey }) => ({ main: { baseUrl, auth: basicAuth(secretKey) } }),
  amount: inCents,
  takesCardData: true,
  status: statusesWithExpired,
  operations: {
    charge: everyMethod(charge),
    getTransaction,
    refund: refundBy('POST'),
  },
  notices,
});
