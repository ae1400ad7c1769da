import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { unicopay } from './unicopay.ts';

const path = '/transactions';

const buyerAddress = { shipping: { fee: 0, address: family.requests.BILLET.customer.address } };
const placeholderAddress = {
  shipping: {
    fee: 0,
    address: {
      street: 'Praça da Sé',
      streetNumber: '1',
      zipCode: '01001000',
      neighborhood: 'Sé',
      city: 'São Paulo',
      state: 'SP',
      country: 'BR',
    },
  },
};

export const unicopayCases = providerCases({
  provider: unicopay,
  account: family.memberAccount,
  cases: [
    ...family.charges({ path }, undefined, {
      PIX: placeholderAddress,
      BILLET: buyerAddress,
      CREDIT_CARD: buyerAddress,
    }),
    ...family.getTransactionCases({ path }),
    ...family.refunds({ path }),
  ],
  ...family.usual,
});
