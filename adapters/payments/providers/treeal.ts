import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import {
  bacenPixOfSpec,
  bacenPixPayoutWords,
  bacenPixWords,
} from '#/adapters/payments/families/bacen-pix.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/**
 * Treeal: PIX in and out over mutual TLS (acquirers.81, acquirers.25, acquirers.35), in the shape of its family; payouts
 * are paid at once.
 */

export const treeal = defineProvider({
  ...bacenPixOfSpec,
  id: 'treeal',
  label: 'Treeal',
  status: statusMap<PaymentStatus>(bacenPixWords, { otherwise: 'REJECTED' }),
  withdrawStatus: statusMap<WithdrawStatus>(bacenPixPayoutWords, { otherwise: 'APPROVED' }),
});
