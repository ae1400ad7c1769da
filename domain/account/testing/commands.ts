import type { AccountCommand } from '#/domain/account/commands.ts';
import { cents } from '#/domain/values/money.ts';
import { sampleNow as now, sampleEncrypted } from '#/domain/testing/samples.ts';

/** Commands of one seller's account in November 2026. */

export const owner = { platformId: 'demo', sellerId: 'seller-1', now };

export const open: AccountCommand = { type: 'OpenAccount', ...owner, period: '2026-11' };

export const receivable = (amount: number, releaseOn: string, installment = 1) => ({
  installment,
  amount: cents(amount),
  dueOn: releaseOn,
  releaseOn,
});

export const book = (paymentId: string, amount: number, releaseOn: string): AccountCommand => ({
  type: 'BookReceivables',
  currency: 'BRL',
  ...owner,
  paymentId,
  parts: { net: cents(amount), fee: cents(500), interest: cents(0) },
  receivables: [receivable(amount, releaseOn)],
});

export const release = (through: string): AccountCommand => ({
  type: 'ReleaseReceivables',
  ...owner,
  through,
});

export const reverse = (refundId: string, amount: number, releaseOn: string): AccountCommand => ({
  type: 'ReverseReceivables',
  currency: 'BRL',
  ...owner,
  paymentId: 'p-1',
  refundId,
  cause: 'REFUND',
  amount: cents(amount),
  parts: { net: cents(amount), fee: cents(0), interest: cents(0) },
  receivables: [receivable(amount, releaseOn)],
});

export const hold = (withdrawalId: string, amount: number): AccountCommand => ({
  type: 'HoldWithdrawal',
  withdrawal: {
    platformId: 'demo',
    receiverId: 'seller-1',
    currency: 'BRL',
    withdrawalId,
    amount: cents(amount),
    fee: cents(150),
    provider: 'sandbox',
    choice: null,
    method: 'PIX',
    pixType: 'EMAIL',
    destination: sampleEncrypted,
    at: now,
  },
});

export const pay = (withdrawalId: string) =>
  ({ type: 'PayWithdrawal', ...owner, withdrawalId, provider: 'sandbox' }) as const;

export const returned = (withdrawalId: string): AccountCommand => ({
  type: 'ReturnWithdrawal',
  ...owner,
  withdrawalId,
  cause: 'rejected',
});

/** @param ordinal which correction of the payout this is; undefined = the first one */
export const reversed = (
  withdrawalId: string,
  amount: number,
  ordinal?: number,
): AccountCommand => ({
  type: 'ReverseWithdrawal',
  currency: 'BRL',
  ...owner,
  withdrawalId,
  amount: cents(amount),
  fee: cents(150),
  provider: 'sandbox',
  cause: 'rejected',
  ...(ordinal !== undefined && { ordinal }),
});

export const taken = (withdrawalId: string, amount: number): AccountCommand => ({
  type: 'TakeWithdrawal',
  currency: 'BRL',
  ...owner,
  withdrawalId,
  amount: cents(amount),
  fee: cents(150),
  provider: 'sandbox',
});
