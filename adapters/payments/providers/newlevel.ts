import type { PaymentStatus, WithdrawStatus } from '#/domain/ports/payment-provider.ts';
import {
  inferredMember,
  memberOperations,
  type MemberAccount,
} from '#/adapters/payments/families/transactions-api-members.ts';
import { transactionsPayouts } from '#/adapters/payments/families/transactions-api-money-out.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { pixKey } from '#/adapters/payments/kit/pix-key.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Newlevel: the transactions API and `/cashout` (spec 2 §7); bodies, words and look-up of payouts inferred. */

const { withdraw, getWithdraw, notices } = transactionsPayouts<MemberAccount>({
  path: '/cashout',
  pixKey,
});

export const newlevel = defineProvider({
  ...inferredMember,
  id: 'newlevel',
  label: 'Newlevel',
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
    withdraw,
    getWithdraw,
  },
  notices,
});
