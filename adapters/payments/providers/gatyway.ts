import type { PaymentStatus, WithdrawStatus } from '#/domain/ports/payment-provider.ts';
import { cardTokenAt } from '#/adapters/payments/families/transactions-api-card-tokens.ts';
import {
  inferredMember,
  memberOperations,
  type MemberAccount,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { transactionsPayouts } from '#/adapters/payments/families/transactions-api-money-out.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { checkedPixKey } from '#/adapters/payments/kit/pix-key.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Gatyway: the transactions API, `/transfers` and `/card-token` (spec 2 §7); bodies, words and look-up of transfers inferred. */

const { withdraw, getWithdraw, notices } = transactionsPayouts<MemberAccount>({
  path: '/transfers',
  pixKey: checkedPixKey,
});

export const gatyway = defineProvider({
  ...inferredMember,
  id: 'gatyway',
  label: 'Gatyway',
  status: statusMap<PaymentStatus>(
    {
      waiting: 'PENDING',
      waiting_payment: 'PENDING',
      awaiting_payment: 'PENDING',
      pending: 'PENDING',
      processing: 'PENDING',
      authorized: 'PENDING',
      partially_paid: 'PENDING',
      approved: 'APPROVED',
      paid: 'APPROVED',
      confirmed: 'APPROVED',
      received: 'APPROVED',
      refused: 'REJECTED',
      canceled: 'REJECTED',
      cancelled: 'REJECTED',
      in_protest: 'CHARGEBACK',
      chargeback: 'CHARGEBACK',
      chargedback: 'CHARGEBACK',
      refunded: 'REFUNDED',
    },
    { otherwise: 'REJECTED' },
  ),
  withdrawStatus: statusMap<WithdrawStatus>(
    {
      waiting: 'PENDING',
      pending: 'PENDING',
      processing: 'PENDING',
      paid: 'APPROVED',
      success: 'APPROVED',
      transferred: 'APPROVED',
      confirmed: 'APPROVED',
      refused: 'REJECTED',
      rejected: 'REJECTED',
      failed: 'REJECTED',
      error: 'REJECTED',
      canceled: 'CANCELED',
      cancelled: 'CANCELED',
    },
    { otherwise: 'PENDING' },
  ),
  operations: {
    ...memberOperations,
    createCardToken: cardTokenAt('/card-token'),
    withdraw,
    getWithdraw,
  },
  notices,
});
