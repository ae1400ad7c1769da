import { z } from 'zod';
import { kindOfDocument } from '#/domain/brazil/document.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { bearer } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup } from '#/adapters/payments/kit/endpoint.ts';
import { keysAt } from '#/adapters/payments/kit/keys.ts';
import { unsignedChargeNotices } from '#/adapters/payments/kit/notices.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';
import { explainNoPayout } from '#/adapters/payments/kit/payout.ts';
import { pixKey } from '#/adapters/payments/kit/values/pix-key.ts';
import { ONLY_WHOLE_WITHOUT_TOTAL, anyReply, refundCall } from '#/adapters/payments/kit/refund.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Rapdyn: PIX in and out (acquirers.88), payouts and refunds inferred. */

const createdReply = z.object({
  id: z.coerce.string(),
  status: z.string(),
  pix: z.object({ copypaste: z.string() }),
});

const text = z.string().nullish();

const transaction = z.object({
  id: z.coerce.string(),
  status: z.string(),
  total: z.number().int(),
  pix: z.object({ copypaste: text, end2EndId: text }).nullish(),
});

const payout = z.object({ id: z.coerce.string(), status: z.string() });

const notice = z.object({
  notification_type: z.literal('transaction'),
  id: z.coerce.string(),
  status: z.string(),
  external_id: text,
});

export const rapdyn = defineProvider({
  id: 'rapdyn',
  label: 'Rapdyn',
  evidence: 'documented',
  undocumented: ['refund', 'withdraw'],
  account: keysAt('https://app.rapdyn.io/api'),
  channels: ({ baseUrl, secretKey }) => ({ main: { baseUrl, auth: bearer(secretKey) } }),
  amount: inCents,
  status: statusMap<PaymentStatus>(
    {
      PENDING: [
        'processing',
        'pending',
        'waiting',
        'awaiting_payment',
        'authorized',
        'partially_paid',
      ],
      APPROVED: ['paid', 'approved', 'confirmed', 'received'],
      REJECTED: ['failed', 'cancelled', 'canceled', 'refused', 'blocked'],
      REFUNDED: ['returned', 'refunded'],
      // MED, the central bank's procedure to return money after fraud.
      CHARGEBACK: ['med', 'chargedback'],
    },
    { otherwise: 'REJECTED' },
  ),
  withdrawStatus: statusMap<WithdrawStatus>(
    {
      PENDING: ['processing', 'pending'],
      APPROVED: ['paid'],
      REJECTED: ['failed', 'returned', 'blocked'],
      CANCELED: ['cancelled'],
    },
    // A payout with an unknown status may be in progress, so its money must not go back yet.
    { otherwise: 'PENDING' },
  ),
  refundRights: ONLY_WHOLE_WITHOUT_TOTAL,
  operations: {
    charge: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/payments',
        body: ({ amount, orderId, customer, items }, context) => ({
          amount: context.amount(amount),
          method: 'pix',
          external_id: orderId,
          customer: {
            name: customer.name,
            email: customer.email,
            phone: customer.phone,
            document: {
              type: kindOfDocument(customer.document),
              value: customer.document,
            },
          },
          products: items.map(({ title, unitPrice, quantity, tangible }) => ({
            name: title,
            price: context.amount(unitPrice),
            quantity: String(quantity),
            type: tangible ? 'physical' : 'digital',
          })),
        }),
        explain: () => 'Erro ao criar transação',
        reply: createdReply,
        result: ({ id, status, pix }, context) => ({
          paymentMethod: 'PIX',
          transactionId: id,
          status: context.status(status),
          amount: { asked: null, paid: 'NEVER_STATED' },
          pixCode: pix.copypaste,
        }),
      }),
    },
    getTransaction: lookup({
      path: ({ transactionId }) => `/transactions/${pathPart(transactionId)}`,
      reply: transaction,
      result: ({ id, status, total, pix }, context) => ({
        paymentMethod: 'PIX',
        transactionId: id,
        status: context.status(status),
        amount: { asked: context.cents(total), paid: 'NEVER_STATED' },
        ...(pix?.copypaste && { pixCode: pix.copypaste }),
        ...(pix?.end2EndId && { endToEndId: pix.end2EndId }),
      }),
    }),
    refund: refundCall({
      reply: anyReply,
      method: 'PUT',
      path: ({ transactionId }) => `/payments/refund/${pathPart(transactionId)}`,
      body: ({ amount }, context) => ({ amount: context.amount(amount) }),
    }),
    withdraw: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/transfers/out',
        explain: explainNoPayout,
        body: (request, context) => ({
          amount: context.amount(request.amount),
          external_id: request.withdrawReference,
          pix_key: pixKey(request),
          pix_key_type: request.pixType.toLowerCase(),
          name: request.name,
          document: request.document,
          description: request.description,
        }),
        reply: payout,
        result: ({ id, status }, context, { amount }) => ({
          withdrawId: id,
          status: context.withdrawStatus(status),
          amount,
        }),
      }),
    },
  },
  notices: unsignedChargeNotices(notice, ({ id, status, external_id }) => ({
    transactionId: id,
    word: status,
    orderId: external_id,
  })),
});
