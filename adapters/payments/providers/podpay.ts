import type { PaymentStatus } from '#/domain/ports/payment-provider.ts';
import { bacenPixOfSpec } from '#/adapters/payments/families/bacen-pix.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** PodPay: PIX in and out over mutual TLS (spec 2 §7); its words, which the spec does not show, are its family’s. */

export const podpay = defineProvider({
  ...bacenPixOfSpec,
  id: 'podpay',
  label: 'PodPay',
  status: statusMap<PaymentStatus>(
    {
      PENDING: ['ATIVA', 'REMOVIDA_PELO_PSP'],
      APPROVED: ['LIQUIDATED', 'CONCLUIDA'],
      CHARGEBACK: ['REFUND'],
    },
    { otherwise: 'REJECTED' },
  ),
});
