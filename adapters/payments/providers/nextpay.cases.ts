import { providerCases } from '#/adapters/payments/testing/provider-cases.ts';
import * as family from '#/adapters/payments/testing/transactions-api-member-cases.ts';
import { nextpay } from './nextpay.ts';

export const nextpayCases = providerCases({
  ...family.member({}, { BILLET: { boleto: { expiresInDays: 5 } } }),
  provider: nextpay,
  statuses: family.statuses('PENDING'),
});
