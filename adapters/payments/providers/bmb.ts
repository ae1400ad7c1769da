import {
  qrCodeApi,
  qrCodeOperations,
  qrCodeStatuses,
} from '#/adapters/payments/families/qr-code-api.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { seconds } from '#/adapters/payments/kit/values/expiry.ts';

/** BMB: PIX (acquirers.86). The status words and the expiry of 8000 s are inferred. */
export const bmb = defineProvider({
  ...qrCodeApi,
  id: 'bmb',
  label: 'BMB',
  status: qrCodeStatuses,
  operations: qrCodeOperations(seconds(8_000)),
});
