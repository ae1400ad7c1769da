import { cents } from '#/domain/values/money.ts';
import { sampleNow as at, sampleEncrypted } from '#/domain/testing/samples.ts';

const about = { platformId: 'demo', provider: 'sandbox', currency: 'BRL' } as const;

/** A payout whose hold the log has lost. */
export const payoutWithoutHold = {
  ...about,
  receiverId: 'seller-1',
  amount: cents(5_000),
  fee: cents(150),
  method: 'PIX',
  pixType: 'EMAIL',
  destination: sampleEncrypted,
  heldIn: null,
  at,
} as const;

/** A refund of which the log has lost the hold and the request. */
export const refundWithoutHold = {
  ...about,
  sellerId: 'seller-1',
  paymentId: 'p-1',
  transactionId: 'tx-p-1',
  amount: cents(1_000),
  heldIn: null,
  at,
} as const;
