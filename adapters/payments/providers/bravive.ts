import { z } from 'zod';
import type { PaymentStatus, TransactionRequest } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { bearer } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup, type Operation } from '#/adapters/payments/kit/endpoint.ts';
import { keysAt, secret, type Keys } from '#/adapters/payments/kit/keys.ts';
import { unsignedChargeNotices } from '#/adapters/payments/kit/notices.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import { wrapText } from '#/adapters/payments/kit/quoted.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';

/** Bravive: PIX and boletos, look-ups of payouts (acquirers.89, acquirers.29), partly inferred. */

const KEY_REQUIRED = 'Bravive secretKey is required';

const text = z.string().nullish();

const createdReply = z.object({
  id: z.coerce.string(),
  method: z.string(),
  status: z.string(),
  pix_code: text,
  billet_url: text,
  billet_code: text,
});

/** Bravive's public clients show no amount in this reply. */
const payment = createdReply.extend({ amount: z.number().int().nullish() });

const payout = z.object({ id: z.coerce.string(), status: z.string(), amount: z.number().int() });

const notice = z.object({
  type: z.literal('PAYMENT'),
  id: z.coerce.string(),
  status: z.string(),
  external_id: text,
});

const BOLETO_WORD = 'BOLETO';

const transactionFrom = ({ id, method, ...reply }: z.output<typeof createdReply>) => ({
  paymentMethod: method === BOLETO_WORD ? ('BILLET' as const) : ('PIX' as const),
  transactionId: id,
  ...(reply.pix_code && { pixCode: reply.pix_code }),
  ...(reply.billet_code && { billetCode: reply.billet_code.replace(/\D/g, '') }),
  ...(reply.billet_url && { billetUrl: reply.billet_url }),
});

const charge: Operation<Keys, TransactionRequest, ChargeReply> = endpoint({
  method: 'POST',
  path: () => '/payments',
  body: ({ customer, ...request }, context) => ({
    amount: context.amount(request.amount),
    currency: request.currency,
    method: request.paymentMethod === 'BILLET' ? BOLETO_WORD : 'PIX',
    description: request.description,
    custom_id: request.orderId,
    payer_name: customer.name,
    payer_email: customer.email,
    payer_phone: customer.phone,
    payer_document: customer.document,
    webhook_url: request.webhookUrl,
  }),
  explain: wrapText('Erro ao criar transação'),
  reply: createdReply,
  result: (reply, context) => ({
    ...transactionFrom(reply),
    status: context.status(reply.status),
    amount: { asked: null, paid: 'NEVER_STATED' },
  }),
});

export const bravive = defineProvider({
  id: 'bravive',
  label: 'Bravive',
  evidence: 'documented',
  undocumented: ['boleto'],
  account: keysAt('https://app.bravive.com/api/v1').extend({
    secretKey: secret(z.string({ error: KEY_REQUIRED }).min(1, { error: KEY_REQUIRED })),
  }),
  channels: ({ baseUrl, secretKey }) => ({ main: { baseUrl, auth: bearer(secretKey) } }),
  amount: inCents,
  status: statusMap<PaymentStatus>(
    {
      PENDING: ['PENDING'],
      APPROVED: ['APPROVED'],
      REJECTED: ['REJECTED'],
      CANCELED: ['CANCELED'],
      REFUNDED: ['REFUNDED'],
      CHARGEBACK: ['CHARGEBACK', 'IN_DISPUTE'],
    },
    { otherwise: 'PENDING' },
  ),
  withdrawStatus: statusMap<WithdrawStatus>(
    {
      PENDING: ['PENDING', 'PROCESSING'],
      APPROVED: ['APPROVED'],
      REJECTED: ['REJECTED'],
      CANCELED: ['CANCELED'],
    },
    { otherwise: 'PENDING' },
  ),
  methodsNotTaken: { CREDIT_CARD: 'Unsupported payment method type for Bravive.' },
  operations: {
    charge: { PIX: charge, BILLET: charge },
    getTransaction: lookup({
      path: ({ transactionId }) => `/payments/${pathPart(transactionId)}`,
      reply: payment,
      result: (reply, context) => ({
        ...transactionFrom(reply),
        status: context.status(reply.status),
        amount: {
          asked: typeof reply.amount === 'number' ? context.cents(reply.amount) : null,
          paid: 'NEVER_STATED',
        },
      }),
    }),
    getWithdraw: lookup({
      path: ({ withdrawId }) => `/withdraws/${pathPart(withdrawId)}`,
      reply: payout,
      result: ({ id, status, amount }, context) => ({
        withdrawId: id,
        status: context.withdrawStatus(status),
        amount: context.cents(amount),
      }),
    }),
  },
  notices: unsignedChargeNotices(notice, ({ id, status, external_id }) => ({
    transactionId: id,
    word: status,
    orderId: external_id,
  })),
});
