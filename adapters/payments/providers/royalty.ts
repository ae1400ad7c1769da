import { z } from 'zod';
import type { PaymentStatus, TransactionRequest } from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import { refundAt } from '#/adapters/payments/families/transactions-api.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicAuth } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { keysAt, type Keys } from '#/adapters/payments/kit/keys.ts';
import { digestOf, jsonBody } from '#/adapters/payments/kit/notices.ts';
import { ONLY_WHOLE_WITHOUT_TOTAL } from '#/adapters/payments/kit/refund.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';

/** Royalty: PIX by POST /transactions/v2/purchase, which we take for Royalty's (acquirers.75). */

const transaction = z.object({
  transactionId: z.string().min(1),
  status: z.string(),
  amount: z.number().int(),
  externalId: z.string().nullish(),
  pixCode: z.string().nullish(),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
  endToEndId: z.string().nullish(),
});

const notice = z.object({
  event: z.string(),
  payload: z.object({
    transaction_id: z.string().nullish(),
    external_id: z.string().nullish(),
  }),
});

/** Other events are about payouts and disputes. */
const eventStatus: ReadonlyMap<string, PaymentStatus> = new Map([
  ['cashin.paid', 'APPROVED'],
  ['cashin.refunded', 'REFUNDED'],
  ['cashin.failed', 'REJECTED'],
  ['cashin.canceled', 'REJECTED'],
  ['cashin.cancelled', 'REJECTED'],
  ['cashin.expired', 'REJECTED'],
]);

const transactionResult = (
  reply: z.output<typeof transaction>,
  context: ProviderContext<Keys>,
): ChargeReply => ({
  paymentMethod: 'PIX',
  transactionId: reply.transactionId,
  ...(reply.externalId && { orderId: reply.externalId }),
  status: context.status(reply.status),
  amount: { asked: context.cents(reply.amount), paid: 'NEVER_STATED' },
  ...(reply.pixCode && { pixCode: reply.pixCode }),
  ...(reply.expiresAt && { expiresAt: new Date(reply.expiresAt).toISOString() }),
  ...(reply.endToEndId && { endToEndId: reply.endToEndId }),
});

const readNotices = (request: NoticeRequest): readonly ProviderNotice[] => {
  const { event, payload } = jsonBody(request, notice);
  const { transaction_id: transactionId, external_id: orderId } = payload;
  const status = eventStatus.get(event.toLowerCase());
  if (status === undefined || !transactionId) return [];
  return [
    {
      type: 'TRANSACTION',
      noticeId: digestOf(transactionId, event),
      transactionId,
      status,
      ...(orderId && { orderId }),
    },
  ];
};

export const royalty = defineProvider({
  id: 'royalty',
  label: 'Royalty',
  evidence: 'inferred',
  account: keysAt(),
  channels: ({ baseUrl, secretKey }) => ({
    main: { baseUrl, auth: basicAuth('secret', secretKey) },
  }),
  amount: inCents,
  status: statusMap<PaymentStatus>(
    {
      PENDING: [
        'PENDING',
        'WAITING',
        'AWAITING_PAYMENT',
        'PROCESSING',
        'AUTHORIZED',
        'PARTIALLY_PAID',
      ],
      APPROVED: ['APPROVED', 'PAID', 'CONFIRMED', 'RECEIVED'],
      REJECTED: ['REFUSED', 'CANCELED'],
      REFUNDED: ['REFUNDED'],
      CHARGEBACK: ['BLOCKED', 'CHARGEBACK', 'CHARGEDBACK'],
    },
    { otherwise: 'REJECTED' },
  ),
  refundRights: ONLY_WHOLE_WITHOUT_TOTAL,
  operations: {
    charge: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/transactions/v2/purchase',
        body: (request: TransactionRequest, context) => {
          const { customer, orderId, userId, userDocument } = request;
          return {
            name: customer.name,
            email: customer.email,
            cpf: customer.document,
            phone: customer.phone,
            amount: context.amount(request.amount),
            currency: request.currency,
            paymentMethod: 'PIX',
            description: request.description,
            responsibleDocument: userDocument,
            responsibleExternalId: userId,
            externalId: orderId,
            postbackUrl: request.webhookUrl,
          };
        },
        reply: transaction,
        result: transactionResult,
      }),
    },
    getTransaction: lookup({
      path: ({ transactionId }: { readonly transactionId: string }) =>
        at('/transactions', transactionId),
      reply: transaction,
      result: transactionResult,
    }),
    refund: refundAt('/transactions', 'POST'),
  },
  notices: { authenticity: 'none: read back', read: readNotices },
});
