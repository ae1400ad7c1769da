import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-member-cases.ts';
import { pixium } from './pixium.ts';

export const pixiumCases = providerCases({
  ...family.member({ chargePath: '/user/transactions' }, { PIX: { pix: { expiresInDays: 5 } } }),
  provider: pixium,
  statuses: family.statuses('REJECTED'),
});
