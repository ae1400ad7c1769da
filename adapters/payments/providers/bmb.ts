import type { PaymentStatus } from '#/domain/ports/payment-provider.ts';
import { qrCodeApi } from '#/adapters/payments/families/qr-code-api.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** BMB: PIX by POST /GerarQRCode and POST /consultaQRCode (spec 2 §7); its words are inferred. */

export const bmb = defineProvider({
  ...qrCodeApi,
  id: 'bmb',
  label: 'BMB',
  status: statusMap<PaymentStatus>(
    {
      PENDING: ['ATIVA', 'PENDENTE', 'PROCESSANDO'],
      APPROVED: ['CONCLUIDA', 'CONFIRMADA', 'RECEBIDA'],
      REJECTED: ['RECUSADA', 'CANCELADA'],
      REFUNDED: ['DEVOLVIDA'],
    },
    { otherwise: 'REJECTED' },
  ),
});
