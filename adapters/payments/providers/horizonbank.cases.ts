import { providerCases } from '#/adapters/payments/testing/provider-cases.ts';
import * as family from '#/adapters/payments/testing/transactions-api-member-cases.ts';
import { horizonbank } from './horizonbank.ts';

export const horizonbankCases = providerCases({
  ...family.member({ chargePath: '/transactions/v2/purchase' }),
  provider: horizonbank,
  statuses: family.statuses('REJECTED'),
});
