import { createHash } from 'node:crypto';
import { z } from 'zod';
import { inReais } from '#/adapters/payments/kit/values/amount.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { keysAt, secret } from '#/adapters/payments/kit/keys.ts';
import { digestOf, jsonBody, requireEqual } from '#/adapters/payments/kit/notices.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';
import { pixKey } from '#/adapters/payments/kit/values/pix-key.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import { explainNoPayout } from '#/adapters/payments/kit/payout.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { WithdrawResult, WithdrawStatus } from '#/domain/ports/payout.ts';

/** Noxpay: PIX in and out by the gateway's API V2 (acquirers.90, acquirers.23). */

const account = keysAt('https://api2.noxpay.io').extend({
  webhookSecret: secret(z.string().min(1)),
});

type Account = z.output<typeof account>;

const optionalText = z.string().nullish();

/** The field is `txid`, `TxID` or `txId`, depending on the call and the account's age. */
const inLowerCase = (body: unknown): unknown =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
    : body;

const fields = z.object({
  method: optionalText,
  status: z.string(),
  txid: z.string().min(1),
  qrcodetext: optionalText,
  end2end: optionalText,
});
const money = z.union([z.number(), z.string()]);
const createdReply = z.preprocess(inLowerCase, fields.extend({ amount: money.nullish() }));
const payment = z.preprocess(inLowerCase, fields.extend({ amount: money }));

type Payment = z.output<typeof payment>;

const notice = z.preprocess(
  inLowerCase,
  z.object({ method: optionalText, status: optionalText, txid: optionalText, code: optionalText }),
);

const transaction = (
  reply: z.output<typeof createdReply>,
  context: ProviderContext<Account>,
): ChargeReply => ({
  paymentMethod: 'PIX',
  transactionId: reply.txid,
  status: context.status(reply.status),
  // The reply does not always repeat the amount.
  amount: {
    asked: reply.amount === null || reply.amount === undefined ? null : context.cents(reply.amount),
    paid: 'NEVER_STATED',
  },
  ...(reply.qrcodetext && { pixCode: reply.qrcodetext }),
  ...(reply.end2end && { endToEndId: reply.end2end }),
});

const withdrawal = (reply: Payment, context: ProviderContext<Account>): WithdrawResult => ({
  withdrawId: reply.txid,
  status: context.withdrawStatus(reply.status),
  amount: context.cents(reply.amount),
  ...(reply.end2end && { endToEndId: reply.end2end }),
});

const readNotices = (
  request: NoticeRequest,
  context: ProviderContext<Account>,
): readonly ProviderNotice[] => {
  const { headers, body } = request;
  const signature = createHash('sha256')
    .update(context.account.webhookSecret + body)
    .digest('base64');
  requireEqual(headers['x-signature'] ?? headers['noxpay-sign'], signature);
  const { method, status, txid, code } = jsonBody(request, notice);
  // A payment to the merchant's key without a charge has neither field.
  if (!txid || !status) return [];
  const noticeId = digestOf(txid, status);
  if (method !== 'PIXOUT') {
    const reference = code ? { orderId: code } : {};
    const claim = { transactionId: txid, status: context.status(status) };
    return [{ type: 'TRANSACTION', noticeId, ...claim, ...reference }];
  }
  if (!code) return [];
  const claim = { withdrawReference: code, status: context.withdrawStatus(status) };
  return [{ type: 'WITHDRAW', noticeId, ...claim }];
};

export const noxpay = defineProvider({
  id: 'noxpay',
  label: 'Noxpay',
  evidence: 'documented',
  account,
  channels: ({ baseUrl, secretKey, webhookSecret }) => ({
    main: {
      baseUrl,
      auth: {
        kind: 'headers',
        headers: { 'api-key': secretKey },
        secrets: [secretKey, webhookSecret],
      },
    },
  }),
  amount: inReais,
  status: statusMap<PaymentStatus>(
    {
      PENDING: ['WAITING_PAYMENT'],
      APPROVED: ['PAY', 'PAID'],
      REJECTED: ['REFUSED', 'CANCELED'],
      REFUNDED: ['REFUNDED'],
      CHARGEBACK: ['CHARGEBACK'],
    },
    { otherwise: 'PENDING' },
  ),
  withdrawStatus: statusMap<WithdrawStatus>(
    {
      PENDING: ['WAITING_PAYMENT'],
      APPROVED: ['PAY', 'PAID'],
      REJECTED: ['REFUSED', 'ERROR'],
      CANCELED: ['CANCELED'],
    },
    { otherwise: 'PENDING' },
  ),
  // Which provider uses these texts is our assumption (acquirers.117).
  methodsNotTaken: {
    CREDIT_CARD: 'Unsupported payment method',
    BILLET: 'Unsupported payment method',
  },
  operations: {
    charge: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/payment',
        body: ({ orderId, amount, webhookUrl, customer }, context) => ({
          method: 'PIX',
          code: orderId,
          amount: context.amount(amount),
          webhook_url: webhookUrl,
          client_name: customer.name,
          client_document: customer.document,
        }),
        reply: createdReply,
        result: transaction,
      }),
    },
    getTransaction: lookup({
      path: ({ transactionId }) => at('/payment', transactionId),
      reply: payment,
      result: transaction,
    }),
    findTransaction: lookup({
      path: ({ orderId }) => at('/payment', orderId),
      reply: payment,
      result: transaction,
    }),
    withdraw: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/payment',
        explain: explainNoPayout,
        body: (request, context) => ({
          method: 'PIXOUT',
          code: request.withdrawReference,
          amount: context.amount(request.amount),
          type: 'PIX_KEY',
          pixkey: pixKey(request),
          webhook_url: request.webhookUrl,
          client_name: request.name,
          client_document: request.document,
        }),
        reply: createdReply,
        result: (reply, context, { amount }) =>
          withdrawal({ ...reply, amount: reply.amount ?? context.amount(amount) }, context),
      }),
    },
    getWithdraw: lookup({
      path: ({ withdrawId }) => at('/payment', withdrawId),
      reply: payment,
      result: withdrawal,
    }),
    findWithdraw: lookup({
      path: ({ withdrawReference }) => at('/payment', withdrawReference),
      reply: payment,
      result: withdrawal,
    }),
  },
  notices: { authenticity: 'SHA-256 of secret and body', proves: () => true, read: readNotices },
});
