import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-member-cases.ts';
import { zenet } from './zenet.ts';

export const zenetCases = providerCases({
  ...family.member({}, { BILLET: { boleto: { expiresInDays: 1 } } }),
  provider: zenet,
  statuses: family.statuses('PENDING'),
});
