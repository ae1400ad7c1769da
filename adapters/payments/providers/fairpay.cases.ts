import { providerCases } from '#/adapters/payments/testing/provider-cases.ts';
import * as family from '#/adapters/payments/testing/transactions-api-cases.ts';
import { fairpay } from './fairpay.ts';

export const fairpayCases = providerCases({
  provider: fairpay,
  account: (baseUrl) => ({ baseUrl, secretKey: 'sk_fairpay_for_tests' }),
  cases: [
    ...family.charges({ path: '/transactions' }),
    ...family.readings({ path: '/transactions' }),
    ...family.refunds({ path: '/transactions', method: 'DELETE' }),
  ],
  statuses: {
    reply: (word) => family.reply({ status: word }),
    words: {
      waiting_payment: 'PENDING',
      pending: 'PENDING',
      processing: 'PENDING',
      authorized: 'PENDING',
      partially_paid: 'PENDING',
      approved: 'APPROVED',
      paid: 'APPROVED',
      refused: 'REJECTED',
      canceled: 'REJECTED',
      in_protest: 'CHARGEBACK',
      chargedback: 'CHARGEBACK',
      refunded: 'REFUNDED',
      'never heard of': 'REJECTED',
    },
  },
  notices: family.notices({ paid: 'APPROVED', refunded: 'REFUNDED' }),
});
