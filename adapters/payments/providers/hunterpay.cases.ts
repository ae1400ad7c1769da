import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { hunterpay } from './hunterpay.ts';

const path = '/transactions';

const { document: _, ...person } = family.requests.PIX.customer;
const document = { number: '52998224725', type: 'CPF' };
const { address } = family.requests.BILLET.customer;
const description = 'Um e-book';

export const hunterpayCases = providerCases({
  provider: hunterpay,
  account: (baseUrl) => ({
    baseUrl,
    secretKey: 'sk_hunterpay_for_tests',
    companyId: 'company_for_tests',
  }),
  cases: [
    ...family.charges({ path }, ['PIX', 'BILLET', 'CREDIT_CARD'], {
      PIX: {
        paymentMethod: 'PIX',
        pix: { expiresInDays: 1 },
        customer: { ...person, document },
        description,
      },
      BILLET: {
        paymentMethod: 'BOLETO',
        customer: { ...person, document, address },
        description,
      },
      CREDIT_CARD: {
        paymentMethod: 'CREDIT_CARD',
        customer: { ...person, document, address },
        description,
      },
    }),
    ...family.getTransactionCases({ path }),
    ...family.refunds({ path, method: 'DELETE' }),
  ],
  statuses: {
    reply: (word) => family.reply({ status: word }),
    words: family.usual.statuses.words,
  },
  notices: [
    ...family.notices({ paid: 'APPROVED', refunded: 'REFUNDED' }),
    {
      name: 'about a withdrawal that was paid',
      body: {
        event: 'withdrawal.done',
        timestamp: '2026-11-20T12:00:00Z',
        withdrawal: { id: 'w-1', status: 'done' },
      },
      says: [],
    },
  ],
});
