import { z } from 'zod';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { headers } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup } from '#/adapters/payments/kit/endpoint.ts';
import { bothKeysAt } from '#/adapters/payments/kit/keys.ts';
import { unsignedChargeNotices } from '#/adapters/payments/kit/notices.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';
import { explainNoPayout } from '#/adapters/payments/kit/payout.ts';
import { pixKey } from '#/adapters/payments/kit/values/pix-key.ts';
import { ONLY_WHOLE_WITHOUT_TOTAL, anyReply, refundCall } from '#/adapters/payments/kit/refund.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Pronttus: PIX in and out (acquirers.73), partly inferred. */

const text = z.string().nullish();

/** Pronttus's public clients disagree about upper and lower case. */
const word = z.string().toLowerCase();

const createdReply = z.object({
  transactionId: z.coerce.string(),
  status: word.default('pending'),
  pixCode: z.string(),
});

const payment = createdReply.extend({ status: word, pixCode: text, amount: z.number().int() });

const payout = z.object({ transactionId: z.coerce.string(), status: word });

const notice = z.object({
  transactionId: z.coerce.string(),
  status: word,
  external_reference: text,
});

export const pronttus = defineProvider({
  id: 'pronttus',
  label: 'Pronttus',
  evidence: 'spec',
  account: bothKeysAt('https://api.pronttus.com.br/v1'),
  channels: ({ baseUrl, publicKey, secretKey }) => {
    const auth = headers({ 'x-client-id': publicKey, 'x-client-secret': secretKey });
    // The refund path contains the API version.
    return { main: { baseUrl, auth }, host: { baseUrl: new URL(baseUrl).origin, auth } };
  },
  amount: inCents,
  status: statusMap<PaymentStatus>(
    {
      PENDING: [
        'pending',
        'waiting',
        'awaiting_payment',
        'processing',
        'authorized',
        'partially_paid',
      ],
      APPROVED: ['approved', 'paid', 'confirmed', 'received'],
      REJECTED: ['refused', 'canceled', 'expired'],
      REFUNDED: ['refunded'],
      CHARGEBACK: ['chargedback'],
    },
    { otherwise: 'REJECTED' },
  ),
  withdrawStatus: statusMap<WithdrawStatus>(
    {
      PENDING: ['pending', 'processing', 'waiting'],
      APPROVED: ['approved', 'paid', 'success', 'transferred', 'confirmed'],
      REJECTED: ['failed', 'rejected'],
      CANCELED: ['canceled'],
    },
    // A payout with an unknown status may be in progress, so its money must not go back yet.
    { otherwise: 'PENDING' },
  ),
  // Which provider uses these texts is our assumption (acquirers.117).
  methodsNotTaken: {
    CREDIT_CARD: 'Invalid payment method',
    BILLET: 'Invalid payment method',
  },
  refundRights: ONLY_WHOLE_WITHOUT_TOTAL,
  operations: {
    charge: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/payment',
        body: ({ customer, orderId, amount, description, webhookUrl }, context) => ({
          method: 'pix',
          customer,
          amount: context.amount(amount),
          description,
          external_reference: orderId,
          webhookUrl,
        }),
        explain: () => 'Erro ao criar transação',
        reply: createdReply,
        result: ({ transactionId, status, pixCode }, context) => ({
          paymentMethod: 'PIX',
          transactionId,
          status: context.status(status),
          amount: { asked: null, paid: 'NEVER_STATED' },
          pixCode,
        }),
      }),
    },
    getTransaction: lookup({
      path: ({ transactionId }) => `/payment/${pathPart(transactionId)}`,
      reply: payment,
      result: ({ transactionId, status, amount, pixCode }, context) => ({
        paymentMethod: 'PIX',
        transactionId,
        status: context.status(status),
        amount: { asked: context.cents(amount), paid: 'NEVER_STATED' },
        ...(pixCode && { pixCode }),
      }),
    }),
    refund: refundCall({
      reply: anyReply,
      method: 'POST',
      path: () => '/v1/payment/refund',
      via: 'host',
      body: ({ transactionId, amount }, context) => ({
        transactionId,
        amount: context.amount(amount),
      }),
    }),
    withdraw: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/payment/withdraw',
        explain: explainNoPayout,
        body: (request, context) => ({
          type: 'pix',
          amount: context.amount(request.amount),
          external_reference: request.withdrawReference,
          details: {
            name: request.name,
            document: request.document,
            key: pixKey(request),
            keyType: request.pixType.toLowerCase(),
          },
        }),
        reply: payout,
        result: ({ transactionId, status }, context, { amount }) => ({
          withdrawId: transactionId,
          status: context.withdrawStatus(status),
          amount,
        }),
      }),
    },
  },
  notices: unsignedChargeNotices(notice, ({ transactionId, status, external_reference }) => ({
    transactionId,
    word: status,
    orderId: external_reference,
  })),
});
