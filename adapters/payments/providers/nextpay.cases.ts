import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-member-cases.ts';
import { nextpay } from './nextpay.ts';

export const nextpayCases = providerCases({
  ...family.member({}, { BILLET: { boleto: { expiresInDays: 5 } } }),
  provider: nextpay,
  statuses: family.statuses('PENDING'),
});
