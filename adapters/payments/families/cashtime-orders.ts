import { z } from 'zod';
import type { PaymentStatus, TransactionRequest } from '#/domain/ports/charge.ts';
import { headers } from '#/adapters/payments/kit/network/auth.ts';
import { endpoint, lookup, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { days, endOf } from '#/adapters/payments/kit/values/expiry.ts';
import type { Keys } from '#/adapters/payments/kit/keys.ts';
import { chargeNotice } from '#/adapters/payments/kit/notices.ts';
import { statusMap, type StatusWords } from '#/adapters/payments/kit/status.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';
import { documentOf, refundAt, wireId } from './transactions-api.ts';

/** PIX orders of Cashtime's engine. Expiries (acquirers.110, acquirers.79) and the refund's body are assumed. */

const pixFields = z.object({
  status: z.string().nullish(),
  pix: z.object({ payload: z.string().min(1) }),
});
const charged = z.union([
  pixFields.extend({ orderId: wireId }),
  pixFields.extend({ id: wireId }).transform(({ id, ...rest }) => ({ ...rest, orderId: id })),
]);

const orderFields = z.object({ status: z.string(), total: z.number().int() });
const order = z.union([
  orderFields,
  z.object({ orders: orderFields }).transform((it) => it.orders),
]);

/** One item with the whole amount, because the engine charges the sum of the items. */
const chargeBody = (request: TransactionRequest, context: ProviderContext<Keys>) => {
  const { description, customer } = request;
  const amount = context.amount(request.amount);
  const tangible = request.items.some((item) => item.tangible);
  return {
    isInfoProducts: !tangible,
    externalCode: request.orderId,
    paymentMethod: 'pix',
    amount,
    installments: 1,
    installmentFee: 0,
    discount: 0,
    customer: { ...customer, document: documentOf(customer.document) },
    items: [{ title: description, description, unitPrice: amount, quantity: 1, tangible }],
    postbackUrl: request.webhookUrl,
    ip: request.customerIp,
  };
};

/** Words of Cashtime and Reflowpay (acquirers.21, acquirers.28). */
const words = {
  PENDING: ['pending', 'waiting', 'awaiting_payment', 'processing', 'authorized', 'partially_paid'],
  APPROVED: ['paid', 'approved', 'completed', 'confirmed', 'received'],
  REJECTED: ['refused', 'canceled', 'cancelled', 'expired', 'failed'],
  REFUNDED: ['refunded'],
  CHARGEBACK: ['infraction', 'chargedback'],
} as const satisfies StatusWords<PaymentStatus>;

export const mapCashtimeOrderWords = (also: StatusWords<PaymentStatus> = {}) =>
  statusMap<PaymentStatus>(words, { also, otherwise: 'REJECTED' });

export const cashtimeChannels = ({ baseUrl, secretKey }: Keys) => ({
  main: { baseUrl, auth: headers({ 'x-authorization-key': secretKey }) },
});

export const cashtimeOrders = {
  charge: {
    PIX: endpoint({
      method: 'POST',
      path: () => '/transactions',
      body: chargeBody,
      reply: charged,
      result: ({ orderId, status, pix }, context, request) => ({
        paymentMethod: 'PIX' as const,
        transactionId: orderId,
        status: context.status(status ?? 'pending'),
        amount: { asked: null, paid: 'NEVER_STATED' as const },
        pixCode: pix.payload,
        expiresAt: endOf(request, days(1), context.now()),
      }),
    }),
  },
  getTransaction: lookup({
    path: ({ transactionId }: { readonly transactionId: string }) =>
      at('/details/orders', transactionId),
    reply: order,
    result: ({ status, total }, context: ProviderContext<Keys>, { transactionId }) => ({
      paymentMethod: 'PIX' as const,
      transactionId,
      status: context.status(status),
      amount: { asked: context.cents(total), paid: 'NEVER_STATED' as const },
    }),
  }),
  refund: refundAt<Keys>('/transactions', 'POST'),
} as const;

export const cashtimeOrderNotice = z.object({
  orderId: wireId.nullish(),
  status: z.string().nullish(),
  externalCode: z.string().nullish(),
});

export const orderNotices = (
  {
    orderId: transactionId,
    status: word,
    externalCode: orderId,
  }: z.output<typeof cashtimeOrderNotice>,
  context: ProviderContext<Keys>,
) => (transactionId && word ? [chargeNotice(context, { transactionId, word, orderId })] : []);
