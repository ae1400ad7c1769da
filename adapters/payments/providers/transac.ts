import { transactionsApi } from '#/adapters/payments/families/transactions-api.ts';
import { transactionStatuses } from '#/adapters/payments/families/transactions-api-words.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicAuth } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { days } from '#/adapters/payments/kit/values/expiry.ts';
import { keysAt, type Keys } from '#/adapters/payments/kit/keys.ts';

/** Transac: charges are made under /user (acquirers.75 names the path but not the provider: inferred); the rest as in its family. */

const { charge, getTransaction, refundBy, notices } = transactionsApi<Keys>({
  path: '/transactions',
  chargePath: () => '/user/transactions',
  expiries: { pix: days(1), boleto: days(3) },
});

export const transac = defineProvider({
  id: 'transac',
  label: 'Transac',
  evidence: 'inferred',
  account: keysAt(),
  channels: ({ baseUrl, secretKey }) => ({ main: { baseUrl, auth: basicAuth(secretKey) } }),
  amount: inCents,
  takesCardData: true,
  status: transactionStatuses,
  operations: {
    charge: { PIX: charge, CREDIT_CARD: charge, BILLET: charge },
    getTransaction,
    refund: refundBy('POST'),
  },
  notices,
});
