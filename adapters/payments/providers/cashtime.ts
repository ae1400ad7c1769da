import { z } from 'zod';
import type {
  NoticeRequest,
  PaymentStatus,
  PixWithdrawRequest,
  ProviderNotice,
  TransactionRequest,
  WithdrawStatus,
} from '#/domain/ports/payment-provider.ts';
import { at, documentOf, refundAt, wireId } from '#/adapters/payments/families/transactions-api.ts';
import { inCents } from '#/adapters/payments/kit/amount.ts';
import { headers } from '#/adapters/payments/kit/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup, type Wire } from '#/adapters/payments/kit/endpoint.ts';
import { days, endOf } from '#/adapters/payments/kit/expiry.ts';
import { keysAt, type Keys } from '#/adapters/payments/kit/keys.ts';
import { digestOf, jsonBody } from '#/adapters/payments/kit/notices.ts';
import { pixKey } from '#/adapters/payments/kit/pix-key.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import { explainNoPayout } from '#/adapters/payments/kit/payout.ts';

/**
 * Cashtime: PIX in and out, as its public clients speak; orders are read at a path of their own (spec 2 §7). Not told
 * when a charge ends, it is taken to end after a day (spec 2 §9). The refund's body is its namesakes': inferred.
 */

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

const payout = z.object({ id: wireId, withdrawStatusId: z.string() });

const notice = z.object({
  orderId: wireId.nullish(),
  status: z.string().nullish(),
  withdrawStatusId: z.string().nullish(),
  externalCode: z.string().nullish(),
});

const keyWords = { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'EMAIL', PHONE: 'PHONE', RANDOM: 'EVP' };

/** One line for the whole: what is paid is what the lines add up to, and discounts and interest are in none of ours. */
const chargeBody = (request: TransactionRequest, wire: Wire<Keys>) => {
  const { description, customer } = request;
  const amount = wire.amount(request.amount);
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

const readNotices = (request: NoticeRequest, wire: Wire<Keys>): readonly ProviderNotice[] => {
  const { orderId, status, withdrawStatusId, externalCode } = jsonBody(request, notice);
  if (withdrawStatusId && externalCode) {
    return [
      {
        type: 'WITHDRAW',
        noticeId: digestOf('withdraw', externalCode, withdrawStatusId),
        withdrawReference: externalCode,
        status: wire.withdrawStatus(withdrawStatusId),
      },
    ];
  }
  if (!orderId || !status) return [];
  return [
    {
      type: 'TRANSACTION',
      noticeId: digestOf(orderId, status),
      transactionId: orderId,
      status: wire.status(status),
      ...(externalCode && { orderId: externalCode }),
    },
  ];
};

export const cashtime = defineProvider({
  id: 'cashtime',
  label: 'Cashtime',
  evidence: 'documented',
  account: keysAt('https://api.cashtime.com.br/v1'),
  channels: ({ baseUrl, secretKey }) => ({
    main: { baseUrl, auth: headers({ 'x-authorization-key': secretKey }) },
  }),
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
      APPROVED: ['paid', 'approved', 'completed', 'confirmed', 'received'],
      REJECTED: ['refused', 'canceled', 'cancelled', 'expired', 'failed'],
      REFUNDED: ['refunded'],
      CHARGEBACK: ['infraction', 'chargedback'],
    },
    { otherwise: 'REJECTED' },
  ),
  withdrawStatus: statusMap<WithdrawStatus>(
    {
      PENDING: ['PendingProcessing', 'pending', 'processing', 'waiting'],
      APPROVED: ['Successfull', 'success', 'paid', 'transferred', 'confirmed'],
      REJECTED: ['Failure', 'refused', 'failed', 'Reversed'],
      CANCELED: ['Canceled'],
    },
    { otherwise: 'PENDING' },
  ),
  operations: {
    charge: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/transactions',
        body: chargeBody,
        reply: charged,
        result: ({ orderId, status, pix }, wire, request) => ({
          paymentMethod: 'PIX',
          transactionId: orderId,
          status: wire.status(status ?? 'pending'),
          amount: request.amount,
          pixCode: pix.payload,
          expiresAt: endOf(request, days(1), wire.now()),
        }),
      }),
    },
    getTransaction: lookup({
      path: ({ transactionId }: { readonly transactionId: string }) =>
        at('/details/orders', transactionId),
      reply: order,
      result: ({ status, total }, wire: Wire<Keys>, { transactionId }) => ({
        paymentMethod: 'PIX',
        transactionId,
        status: wire.status(status),
        amount: wire.cents(total),
      }),
    }),
    refund: refundAt('/transactions', 'POST'),
    withdraw: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/request/withdraw',
        explain: explainNoPayout,
        body: (request: PixWithdrawRequest, wire) => ({
          amount: wire.amount(request.amount),
          pixKey: pixKey(request),
          pixKeyType: keyWords[request.pixType],
          baasPostbackUrl: request.webhookUrl,
          externalCode: request.withdrawReference,
        }),
        reply: payout,
        result: ({ id, withdrawStatusId }, wire, { amount }) => ({
          withdrawId: id,
          status: wire.withdrawStatus(withdrawStatusId),
          amount,
        }),
      }),
    },
  },
  notices: { authenticity: 'none: read back', read: readNotices },
});
