import type { PaymentView } from '#/api/contract/checkout.ts';

/** What the one status screen shows. */
export type Screen =
  | 'pix'
  | 'pix-preparing'
  | 'pix-expired'
  | 'billet'
  | 'billet-preparing'
  | 'billet-expired'
  | 'card-pending'
  | 'approved'
  | 'refunded'
  | 'rejected'
  | 'chargeback'
  | 'canceled';

export type Screened = Pick<
  PaymentView,
  'status' | 'method' | 'pixCode' | 'billetCode' | 'expiresAt'
>;

const waitingScreen = (payment: Screened, now: number): Screen => {
  switch (payment.method) {
    case 'PIX':
      if (payment.expiresAt !== null && Date.parse(payment.expiresAt) <= now) return 'pix-expired';
      return payment.pixCode === null ? 'pix-preparing' : 'pix';
    // A slip that was paid on its last day clears days later, so the clock alone never ends it.
    case 'BILLET':
      return payment.billetCode === null ? 'billet-preparing' : 'billet';
    case 'CREDIT_CARD':
      return 'card-pending';
  }
};

const canceledScreen = {
  PIX: 'pix-expired',
  BILLET: 'billet-expired',
  CREDIT_CARD: 'canceled',
} as const;

/** The screen of a payment at an instant, in milliseconds. */
export const screenOf = (payment: Screened, now: number): Screen => {
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

/** While this holds, something may still change by itself, and the page keeps asking. */
export const isWaiting = (payment: Screened): boolean => payment.status === 'PENDING';
