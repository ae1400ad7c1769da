import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-member-cases.ts';
import { lynxpay } from './lynxpay.ts';

export const lynxpayCases = providerCases({
  ...family.member(),
  provider: lynxpay,
  cases: [...family.member().cases, ...family.cardTokens('/card-token')],
  statuses: family.statuses('REJECTED'),
});
