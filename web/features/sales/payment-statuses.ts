import type { Sale } from '#/api/contract/sales.ts';

export type PaymentStatus = Sale['status'];
type PaymentMethod = Sale['method'];

/** The statuses of screens.25, in the order of the status filter there. */
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
