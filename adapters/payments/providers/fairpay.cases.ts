import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { fairpay } from './fairpay.ts';

const path = '/transactions';

export const fairpayCases = providerCases({
  provider: fairpay,
  account: family.memberAccount,
  cases: [
    ...family.charges({ path }),
    ...family.getTransactionCases({ path }),
    ...family.refunds({ path, method: 'DELETE' }),
  ],
  ...family.usual,
});
