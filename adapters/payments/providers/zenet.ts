import type { PaymentStatus } from '#/domain/ports/charge.ts';
import {
  inferredMember,
  memberOperationsWith,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { transactionWords } from '#/adapters/payments/families/transactions-api-words.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { days } from '#/adapters/payments/kit/values/expiry.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Zenet: `families/transactions-api` (acquirers.74, acquirers.23, acquirers.108). */
export const zenet = defineProvider({
  ...inferredMember,
  id: 'zenet',
  label: 'Zenet',
  status: statusMap<PaymentStatus>(transactionWords, { otherwise: 'PENDING' }),
  operations: memberOperationsWith({ expiries: { boleto: days(1) } }),
});
