import { cents } from '#/domain/values/money.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import { sampleNow, sampleEncrypted } from '#/domain/testing/samples.ts';

const owner = { platformId: 'demo', sellerId: 'seller-1', now: sampleNow };
const parts = { net: cents(10_000), fee: cents(0), interest: cents(0) };

const receivable = (amount: number) => ({
  installment: 1,
  dueOn: '2026-11-20',
  releaseOn: '2026-11-20',
  amount: cents(amount),
});

/** A sale of R$ 100,00, which is available at once. */
export const funding: readonly AddressedCommand[] = [
  {
    to: 'account',
    id: 'seller-1',
    command: {
      ...owner,
      type: 'BookReceivables',
      currency: 'BRL',
      paymentId: 'p-1',
      parts,
      receivables: [receivable(10_000)],
    },
  },
  {
    to: 'account',
    id: 'seller-1',
    command: { ...owner, type: 'ReleaseReceivables', through: '2026-11-20' },
  },
];

/** A refund or a withdrawal, and the command that holds its money on the seller's account; policies do the rest. */
export interface Request {
  readonly to: 'refund' | 'withdrawal';
  readonly id: string;
  readonly hold: AddressedCommand;
}

export const requests: Readonly<Record<'refund' | 'payout', Request>> = {
  refund: {
    to: 'refund',
    id: 'r-1',
    hold: {
      to: 'account',
      id: 'seller-1',
      command: {
        ...owner,
        type: 'HoldRefund',
        currency: 'BRL',
        refundId: 'r-1',
        paymentId: 'p-1',
        provider: 'sandbox',
        transactionId: 'tx-1',
        amount: cents(500),
        receivables: [receivable(500)],
        uncovered: 'REFUSE',
      },
    },
  },
  payout: {
    to: 'withdrawal',
    id: 'w-1',
    hold: {
      to: 'account',
      id: 'seller-1',
      command: {
        type: 'HoldWithdrawal',
        withdrawal: {
          platformId: 'demo',
          receiverId: 'seller-1',
          currency: 'BRL',
          withdrawalId: 'w-1',
          amount: cents(5_000),
          fee: cents(150),
          provider: 'sandbox',
          choice: null,
          method: 'PIX',
          pixType: 'EMAIL',
          destination: sampleEncrypted,
          at: sampleNow,
        },
      },
    },
  },
};
