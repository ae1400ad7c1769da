import { qrCodeApi, qrCodeStatuses } from '#/adapters/payments/families/qr-code-api.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';

/** Venit: PIX (acquirers.86); the status words are inferred. */
export const venit = defineProvider({
  ...qrCodeApi,
  id: 'venit',
  label: 'Venit',
  status: qrCodeStatuses,
});
