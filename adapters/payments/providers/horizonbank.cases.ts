import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-member-cases.ts';
import { horizonbank } from './horizonbank.ts';

export const horizonbankCases = providerCases({
  ...family.member({ chargePath: '/transactions/v2/purchase' }),
  provider: horizonbank,
  statuses: family.statuses('REJECTED'),
});
