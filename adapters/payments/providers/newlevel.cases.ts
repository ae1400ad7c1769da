import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-member-cases.ts';
import { newlevel } from './newlevel.ts';

export const newlevelCases = providerCases({
  ...family.member(),
  provider: newlevel,
  cases: [...family.member().cases, ...family.payouts('/cashout')],
  statuses: family.statuses('REJECTED'),
  withdrawStatuses: family.withdrawStatuses,
  notices: family.noticesWithPayouts,
});
