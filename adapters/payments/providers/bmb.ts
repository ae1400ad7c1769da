import {
  qrCodeApi,
  qrCodeOperations,
  qrCodeStatuses,
} from '#/adapters/payments/families/qr-code-api.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { seconds } from '#/adapters/payments/kit/values/expiry.ts';

/**
 * BMB: PIX by POST /GerarQRCode and POST /consultaQRCode (acquirers.86); its status words are inferred, and so is the expiry of
 * its codes after 8000 s.
 */

export const bmb = defineProvider({
  ...qrCodeApi,
  id: 'bmb',
  label: 'BMB',
  status: qrCodeStatuses,
  operations: qrCodeOperations(seconds(8_000)),
});
