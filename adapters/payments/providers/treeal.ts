import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { bacenPixOfSpec } from '#/adapters/payments/families/bacen-pix.ts';
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
  status: statusMap<PaymentStatus>(
    {
      PENDING: ['ATIVA', 'REMOVIDA_PELO_PSP'],
      APPROVED: ['LIQUIDATED', 'CONCLUIDA'],
      CHARGEBACK: ['REFUND'],
    },
    { otherwise: 'REJECTED' },
  ),
});
