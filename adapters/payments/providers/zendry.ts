import { z } from 'zod';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { NoticeRequest } from '#/domain/ports/notice.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicValue, clientCredentials } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { endOf, seconds, secondsUntilEnd } from '#/adapters/payments/kit/values/expiry.ts';
import {
  chargeNotice,
  jsonBody,
  md5,
  payoutNotice,
  requireEqual,
  parseRelevant,
} from '#/adapters/payments/kit/notices.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';
import { lowerCaseKeyWords, pixKey } from '#/adapters/payments/kit/values/pix-key.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import { explainNoPayout } from '#/adapters/payments/kit/payout.ts';
import { secret } from '#/adapters/payments/kit/keys.ts';

/** Zendry: PIX in and out (acquirers.80, acquirers.16; its documentation). */

const account = z.object({
  baseUrl: z.url().default('https://api.zendry.com.br'),
  clientId: z.string().min(1),
  clientSecret: secret(z.string().min(1)),
  /** The key of the hash in notices. */
  secretKey: secret(z.string().min(1)),
  /** The `authorization` header of notices, if agreed with Zendry. */
  webhookAuthorization: secret(z.string().min(1)).optional(),
  proxyUrl: z.url().optional(),
});
type Account = z.output<typeof account>;

const text = z.string().nullish();
const createdReply = z.object({
  qrcode: z.object({ reference_code: z.string(), content: z.string() }),
});

const qrcode = z.object({
  reference_code: z.string(),
  external_reference: text,
  value_cents: z.number().int(),
  content: text,
  status: z.string(),
  end_to_end: text,
});

const payment = z.object({
  reference_code: z.string(),
  idempotent_id: z.string(),
  value_cents: z.number().int(),
  status: z.string(),
  payment_date: z.iso.datetime({ offset: true }).nullish(),
  end_to_end: text,
  receiver_document: text,
});
const paymentReply = z.object({ payment });

const EXPIRY = seconds(1_800);
/** Zendry's answer to an unknown code. */
const NOT_FOUND = 406;

const payout = (
  { payment: reply }: z.output<typeof paymentReply>,
  context: ProviderContext<Account>,
) => {
  const status = context.withdrawStatus(reply.status);
  return {
    withdrawId: reply.reference_code,
    status,
    amount: context.cents(reply.value_cents),
    ...(reply.payment_date && { approvedAt: new Date(reply.payment_date).toISOString() }),
    ...(reply.end_to_end && { endToEndId: reply.end_to_end }),
    ...(reply.receiver_document && { holder: { document: reply.receiver_document } }),
  };
};

const lookUpPayout = <Input>(path: (input: Input) => string) =>
  lookup({ path, absent: NOT_FOUND, reply: paymentReply, result: payout });

const envelope = z.object({
  notification_type: z.string(),
  message: z.looseObject({}),
  md5: z.string().optional(),
});

const readNotices = (request: NoticeRequest, context: ProviderContext<Account>) => {
  const { secretKey, webhookAuthorization } = context.account;
  if (webhookAuthorization !== undefined) {
    requireEqual(request.headers['authorization'], webhookAuthorization);
  }
  const { notification_type: type, message, md5: hash } = jsonBody(request, envelope);
  const requireHashOf = (...parts: readonly unknown[]) =>
    requireEqual(hash, md5([...parts, secretKey].join('.')));
  if (type === 'pix_qrcode') {
    const code = parseRelevant(qrcode, message);
    const { reference_code: transactionId, external_reference: orderId, status: word } = code;
    requireHashOf('qrcode', transactionId, code.end_to_end, code.value_cents);
    return [chargeNotice(context, { transactionId, orderId, word })];
  }
  if (type !== 'pix_payment') return [];
  const claimed = parseRelevant(payment, message);
  const { idempotent_id: withdrawReference, status: word } = claimed;
  requireHashOf('payment', claimed.reference_code, withdrawReference, claimed.value_cents);
  return [payoutNotice(context, { withdrawReference, word })];
};

export const zendry = defineProvider({
  id: 'zendry',
  label: 'Zendry',
  evidence: 'documented',
  account,
  channels: ({ baseUrl, proxyUrl, clientId, clientSecret, secretKey, webhookAuthorization }) => ({
    main: {
      baseUrl,
      ...(proxyUrl !== undefined && { proxyUrl }),
      auth: clientCredentials({
        path: '/auth/generate_token',
        headers: { authorization: basicValue(clientId, clientSecret) },
        body: { json: { grant_type: 'client_credentials' } },
        secrets: [clientId, clientSecret, secretKey, webhookAuthorization ?? ''],
      }),
    },
  }),
  amount: inCents,
  status: statusMap<PaymentStatus>(
    { PENDING: ['awaiting_payment'], APPROVED: ['paid'], REJECTED: ['canceled', 'error'] },
    { otherwise: 'REJECTED' },
  ),
  withdrawStatus: statusMap<WithdrawStatus>(
    {
      PENDING: ['authorization_pending', 'auto_authorization', 'sent'],
      APPROVED: ['completed'],
      CANCELED: ['canceled'],
    },
    { otherwise: 'PENDING' },
  ),
  operations: {
    charge: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/v1/pix/qrcodes',
        body: (request, context) => ({
          value_cents: context.amount(request.amount),
          generator_name: request.customer.name.slice(0, 100),
          generator_document: request.customer.document,
          expiration_time: String(secondsUntilEnd(request, EXPIRY, context.now)),
          external_reference: request.orderId,
        }),
        reply: createdReply,
        result: ({ qrcode: code }, context, request) => ({
          paymentMethod: 'PIX',
          transactionId: code.reference_code,
          status: 'PENDING',
          amount: { asked: null, paid: 'NEVER_STATED' },
          pixCode: code.content,
          expiresAt: endOf(request, EXPIRY, context.now()),
        }),
      }),
    },
    getTransaction: lookup({
      path: ({ transactionId }) => `/v1/pix/qrcodes/${pathPart(transactionId)}`,
      absent: NOT_FOUND,
      reply: z.object({ qrcode }),
      result: ({ qrcode: code }, context) => ({
        paymentMethod: 'PIX',
        transactionId: code.reference_code,
        status: context.status(code.status),
        amount: { asked: context.cents(code.value_cents), paid: 'NEVER_STATED' },
        ...(code.content && { pixCode: code.content }),
        ...(code.end_to_end && { endToEndId: code.end_to_end }),
      }),
    }),
    withdraw: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/v1/pix/payments',
        explain: explainNoPayout,
        body: (request, context) => ({
          initiation_type: 'dict',
          idempotent_id: request.withdrawReference,
          receiver_name: request.name.slice(0, 100),
          receiver_document: request.document,
          value_cents: context.amount(request.amount),
          pix_key_type: lowerCaseKeyWords[request.pixType],
          pix_key: pixKey(request),
          authorized: true,
        }),
        reply: paymentReply,
        result: payout,
      }),
    },
    getWithdraw: lookUpPayout<{ readonly withdrawId: string }>(
      (by) => `/v1/pix/payments/${pathPart(by.withdrawId)}`,
    ),
    findWithdraw: lookUpPayout<{ readonly withdrawReference: string }>(
      (by) => `/v1/pix/payments/${pathPart(by.withdrawReference)}/idempotent_id`,
    ),
  },
  notices: { authenticity: 'MD5 with a shared secret', read: readNotices },
});
