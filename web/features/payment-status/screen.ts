import type { PaymentView } from '#/api/contract/checkout.ts';

export type Screen =
  | 'pix'
  | 'pix-preparing'
  | 'pix-expired'
  | 'boleto'
  | 'boleto-preparing'
  | 'boleto-expired'
  | 'card-pending'
  | 'approved'
  | 'refunded'
  | 'rejected'
  | 'chargeback'
  | 'canceled';

export type ShownPayment = Pick<
  PaymentView,
  'status' | 'method' | 'pixCode' | 'billetCode' | 'expiresAt'
>;

const waitingScreen = (payment: ShownPayment, now: number): Screen => {
  switch (payment.method) {
    case 'PIX':
      if (payment.expiresAt !== null && Date.parse(payment.expiresAt) <= now) return 'pix-expired';
      return payment.pixCode === null ? 'pix-preparing' : 'pix';
    // A boleto paid on its last day clears days later, so the clock does not expire it.
    case 'BILLET':
      return payment.billetCode === null ? 'boleto-preparing' : 'boleto';
    case 'CREDIT_CARD':
      return 'card-pending';
  }
};

const canceledScreen = {
  PIX: 'pix-expired',
  BILLET: 'boleto-expired',
  CREDIT_CARD: 'canceled',
} as const;

/** @param now in milliseconds since 1970 */
export const screenOf = (payment: ShownPayment, now: number): Screen => {
  switch (payment.status) {
    case 'PENDING':
      return waitingScreen(payment, now);
    case 'APPROVED':
      return 'approved';
    case 'REJECTED':
      return 'rejected';
    case 'REFUNDED':
      return 'refunded';
    case 'CHARGEBACK':
      return 'chargeback';
    case 'CANCELED':
      return canceledScreen[payment.method];
  }
};

/** Whether the payment is pending: then the page's clock ticks, and the page polls if it has no live updates. */
export const isWaiting = (payment: ShownPayment): boolean => payment.status === 'PENDING';
