import type { PaymentStatus } from '#/domain/ports/payment-provider.ts';
import { qrCodeApi } from '#/adapters/payments/families/qr-code-api.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Venit: PIX by POST /GerarQRCode and POST /consultaQRCode (spec 2 §7); its words are inferred. */

export const venit = defineProvider({
  ...qrCodeApi,
  id: 'venit',
  label: 'Venit',
  status: statusMap<PaymentStatus>(
    {
      ATIVA: 'PENDING',
      PENDENTE: 'PENDING',
      PROCESSANDO: 'PENDING',
      CONCLUIDA: 'APPROVED',
      CONFIRMADA: 'APPROVED',
      RECEBIDA: 'APPROVED',
      RECUSADA: 'REJECTED',
      CANCELADA: 'REJECTED',
      DEVOLVIDA: 'REFUNDED',
    },
    { otherwise: 'REJECTED' },
  ),
});
