import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-cases.ts';
import * as orders from '#/adapters/payments/evidence/cashtime-orders-cases.ts';
import { reflowpay, reflowpayByClients } from './reflowpay.ts';

const path = '/transactions';

export const reflowpayCases = providerCases({
  provider: reflowpay,
  account: family.memberAccount,
  cases: [
    ...family.charges({ path }),
    ...family.getTransactionCases({ path }),
    ...family.refunds({ path }),
  ],
  ...family.usual,
});

/** The same cases as Cashtime's: both speak the protocol of one engine. */
export const reflowpayCasesByClients = providerCases({
  provider: reflowpayByClients,
  account: (baseUrl) => ({ api: 'clients' as const, baseUrl, secretKey: orders.SECRET_KEY }),
  cases: orders.cases,
  statuses: {
    reply: orders.orderOf,
    words: {
      ...family.usual.statuses.words,
      completed: 'APPROVED',
      failed: 'REJECTED',
      infraction: 'CHARGEBACK',
    },
  },
  notices: [
    ...orders.notices,
    { name: 'without an order id', body: { code: '1', paymentMethod: 'pix' }, says: [] },
  ],
});
