import type { Sale } from '#/api/contract/sales.ts';

export type PaymentStatus = Sale['status'];
type PaymentMethod = Sale['method'];

/** In the order of the status filter in screens.25. */
export const paymentStatuses = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'CHARGEBACK',
  'CANCELED',
  'REFUNDED',
] as const satisfies readonly PaymentStatus[];

export const paymentMethods = [
  'PIX',
  'CREDIT_CARD',
  'BILLET',
] as const satisfies readonly PaymentMethod[];
