import { providerCases } from '#/adapters/payments/testing/provider-cases.ts';
import * as family from '#/adapters/payments/testing/transactions-api-cases.ts';
import { reflowpay } from './reflowpay.ts';

const path = '/transactions';

export const reflowpayCases = providerCases({
  provider: reflowpay,
  account: family.memberAccount,
  cases: [...family.charges({ path }), ...family.readings({ path }), ...family.refunds({ path })],
  ...family.usual,
});
