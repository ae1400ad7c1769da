import { providerCases } from '#/adapters/payments/testing/provider-cases.ts';
import * as family from '#/adapters/payments/testing/transactions-api-cases.ts';
import { unicopay } from './unicopay.ts';

const path = '/transactions';

export const unicopayCases = providerCases({
  provider: unicopay,
  account: family.memberAccount,
  cases: [...family.charges({ path }), ...family.readings({ path }), ...family.refunds({ path })],
  ...family.usual,
});
