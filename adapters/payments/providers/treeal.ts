import {
  bacenPixOfSpec,
  bacenPixPayoutStatuses,
  bacenPixStatuses,
} from '#/adapters/payments/families/bacen-pix.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';

/** Treeal: PIX in and out over mutual TLS (acquirers.81, acquirers.25, acquirers.35). */
export const treeal = defineProvider({
  ...bacenPixOfSpec,
  id: 'treeal',
  label: 'Treeal',
  status: bacenPixStatuses,
  withdrawStatus: bacenPixPayoutStatuses,
});
