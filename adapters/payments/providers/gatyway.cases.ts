import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-member-cases.ts';
import { gatyway } from './gatyway.ts';

export const gatywayCases = providerCases({
  ...family.member(),
  provider: gatyway,
  cases: [
    ...family.member().cases,
    ...family.cardTokens('/card-token'),
    ...family.payouts('/transfers', { phoneOnWire: '11912345678' }),
    ...family.keyChecks,
  ],
  statuses: family.statuses('REJECTED'),
  withdrawStatuses: family.withdrawStatuses,
  notices: family.noticesWithPayouts,
});
