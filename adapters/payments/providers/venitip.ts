import { z } from 'zod';
import type { PaymentStatus } from '#/domain/ports/payment-provider.ts';
import { transactionsApi } from '#/adapters/payments/families/transactions-api.ts';
import { inCents } from '#/adapters/payments/kit/amount.ts';
import { basic } from '#/adapters/payments/kit/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { days } from '#/adapters/payments/kit/expiry.ts';
import { keysAt } from '#/adapters/payments/kit/keys.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Venitip: transactions (spec 2 §7). Host, keys and words as its public clients have them; the rest is its family’s. */

const account = keysAt('https://api.venitip.com.br/functions/v1').extend({
  companyId: z.string().min(1),
});

const { charge, getTransaction, refundBy, notices } = transactionsApi<z.output<typeof account>>({
  path: '/transactions',
  expiries: { pix: days(1), billet: days(3) },
  wordCase: 'upper',
});

export const venitip = defineProvider({
  id: 'venitip',
  label: 'Venitip',
  evidence: 'documented',
  account,
  channels: ({ baseUrl, secretKey, companyId }) => ({
    main: { baseUrl, auth: basic(secretKey, companyId) },
  }),
  amount: inCents,
  takesCardData: true,
  status: statusMap<PaymentStatus>(
    {
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
      REJECTED: ['refused', 'canceled', 'cancelled', 'expired'],
      REFUNDED: ['refunded'],
      CHARGEBACK: ['in_protest', 'chargeback', 'chargedback'],
    },
    { otherwise: 'REJECTED' },
  ),
  operations: {
    charge: { PIX: charge, CREDIT_CARD: charge, BILLET: charge },
    getTransaction,
    refund: refundBy('POST'),
  },
  notices,
});
