import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { statusMap, type StatusWords } from '#/adapters/payments/kit/status.ts';

/** Status words of the transactions API (acquirers.21, acquirers.22), most of them inferred. */

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

/** Status words of charges in the transactions API; an unknown word means a rejection (acquirers.23). */
export const usualStatuses = statusMap<PaymentStatus>(transactionWords, { otherwise: 'REJECTED' });

/** `usualStatuses`, and `expired`, a rejection too: a listed word is not reported to staff as unknown. */
export const statusesWithExpired = statusMap<PaymentStatus>(transactionWords, {
  also: { REJECTED: ['expired'] },
  otherwise: 'REJECTED',
});

const payoutWords = {
  PENDING: ['pending', 'processing', 'waiting'],
  APPROVED: ['paid', 'success', 'transferred', 'confirmed'],
  REJECTED: ['failed', 'refused', 'rejected', 'error'],
  CANCELED: ['canceled', 'cancelled'],
} as const satisfies StatusWords<WithdrawStatus>;

/** An unknown word leaves a payout pending, because its money may be on its way. */
export const payoutStatuses = statusMap<WithdrawStatus>(payoutWords, { otherwise: 'PENDING' });
