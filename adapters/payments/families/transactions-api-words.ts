import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { statusMap, type StatusWords } from '#/adapters/payments/kit/status.ts';

/**
 * Status words of the transactions API; each means the same at every provider that uses these lists (acquirers.21, acquirers.22). Most
 * are inferred from the engine. A provider whose own documents show fewer words has its own list.
 */

export const transactionWords = {
  PENDING: [
    'waiting_payment',
    'awaiting_payment',
    'pending',
    'waiting',
    'processing',
    'authorized',
    'partially_paid',
  ],
  APPROVED: ['approved', 'paid', 'confirmed', 'received'],
  REJECTED: ['refused', 'canceled', 'cancelled'],
  REFUNDED: ['refunded'],
  CHARGEBACK: ['in_protest', 'chargeback', 'chargedback'],
} as const satisfies StatusWords<PaymentStatus>;

/** Status words of charges, at members at which an unknown word means a rejection (acquirers.23). */
export const engineStatuses = statusMap<PaymentStatus>(transactionWords, { otherwise: 'REJECTED' });

/**
 * Status words of charges. For members that also know `expired`, and whose unknown words mean that the charge was rejected (acquirers.23).
 */
export const transactionStatuses = statusMap<PaymentStatus>(transactionWords, {
  also: { REJECTED: ['expired'] },
  otherwise: 'REJECTED',
});

const payoutWords = {
  PENDING: ['pending', 'processing', 'waiting'],
  APPROVED: ['paid', 'success', 'transferred', 'confirmed'],
  REJECTED: ['failed', 'refused', 'rejected', 'error'],
  CANCELED: ['canceled', 'cancelled'],
} as const satisfies StatusWords<WithdrawStatus>;

/** Payouts: an unknown word leaves them pending, because money on its way must not be given back. */
export const payoutStatuses = statusMap<WithdrawStatus>(payoutWords, { otherwise: 'PENDING' });
