import { z } from 'zod';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { headers } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** No acquirer: for a payment method that a platform does not offer (acquirers.7). */
export const none = defineProvider({
  id: 'none',
  label: 'Nenhum',
  evidence: 'spec',
  account: z.strictObject({}),
  channels: () => ({ main: { baseUrl: 'https://none.invalid', auth: headers({}) } }),
  amount: inCents,
  status: statusMap<PaymentStatus>({}, { otherwise: 'PENDING' }),
  operations: {},
});
