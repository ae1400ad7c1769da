import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { kindOfDocument } from '#/domain/brazil/document.ts';
import { inReais } from '#/adapters/payments/kit/values/amount.ts';
import { clientCredentials } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { lookup, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { decline } from '#/adapters/payments/kit/failure.ts';
import { digestOf, jsonBody, requireEqual } from '#/adapters/payments/kit/notices.ts';
import { NOT_REFUNDED, refundCall } from '#/adapters/payments/kit/refund.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import { secret } from '#/adapters/payments/kit/keys.ts';
import type { PaymentStatus, TransactionRequest } from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { RefundRequest } from '#/domain/ports/refund.ts';

/** Simpay: PIX with signed bodies (acquirers.91); chargebacks are read as refunds (acquirers.26). */

const account = z.object({
  baseUrl: z.url().default('https://api.somossimpay.com.br/v2/finance'),
  clientId: z.string().min(1),
  clientSecret: secret(z.string().min(1)),
  /** Signs our requests. */
  hmacKey: secret(z.string().min(1)),
  /** A token that Simpay sends with every notice. */
  webhookToken: secret(z.string().min(1)),
  /** The account that charges are paid to. */
  source: z.object({ branch: z.string().default('0001'), number: z.string().min(1) }),
});

type Account = z.output<typeof account>;

/** Valid for an hour, which the reply does not say. */
const token = z
  .object({ access_token: z.string().min(1) })
  .transform(({ access_token }) => ({ token: access_token, expiresIn: 3_600 }));

const refusal = z.object({ worked: z.literal(false) });
const createdReply = z.object({
  worked: z.literal(true),
  qr_code_id: z.coerce.string(),
  pix_copy_and_paste: z.string().min(1),
  status: z.string().default('NEW'),
});
/** `PENDING` = the refund may still fail. */
const refundReply = z.object({ worked: z.literal(true), status: z.string().nullish() });
const money = z.union([z.number(), z.string()]);
const charge = z.object({
  worked: z.literal(true),
  qr_code_id: z.coerce.string(),
  status: z.string(),
  amount: money,
  amount_chargeback: money.nullish().transform((amount) => amount ?? undefined),
  endToEndId: z.string().nullish(),
});
const notice = z.object({
  type: z.string(),
  data: z.looseObject({ qr_code_id: z.coerce.string().optional(), tag: z.string().nullish() }),
});

const claims: ReadonlyMap<string, PaymentStatus> = new Map([
  ['QR_CODE_COPY_AND_PASTE_PAID', 'APPROVED'],
  ['QR_CODE_COPY_AND_PASTE_REFUNDED', 'REFUNDED'],
  // The charge stays paid; the refund is checked again.
  ['QR_CODE_COPY_AND_PASTE_REFUNDED_ERROR', 'APPROVED'],
  ['MED_CREATED', 'REFUNDED'],
  ['MED_APPROVED', 'REFUNDED'],
]);

/** HMAC-SHA512 over the JSON as sent. */
const signature = (json: object, { hmacKey }: Account) => ({
  hmac: createHmac('sha512', hmacKey).update(JSON.stringify(json)).digest('hex'),
});

/** Simpay refuses with status 200. @throws Declined */
const acceptedReply = <Reply extends { readonly worked: true }>(
  reply: Reply | z.output<typeof refusal>,
  text: string,
): Reply => (reply.worked ? reply : decline(text));

const chargeBody = (request: TransactionRequest, context: ProviderContext<Account>) => {
  const { source } = context.account;
  const { name, document } = request.customer;
  return {
    amount: context.amount(request.amount),
    type_fine: 'NONE',
    fine: 0,
    source_account_branch_identifier: source.branch,
    source_account_number: source.number,
    base_64_image: false,
    debtor_name: name.slice(0, 25),
    debtor_document: document,
    type_document: kindOfDocument(document),
    tag: request.orderId,
  };
};

const refundBody = (
  { transactionId, refundId, amount }: RefundRequest,
  context: ProviderContext<Account>,
) => ({
  qr_code_id: Number(transactionId),
  amount: context.amount(amount),
  information: refundId,
});

const readNotices = (
  request: NoticeRequest,
  { account: { webhookToken } }: ProviderContext<Account>,
): readonly ProviderNotice[] => {
  requireEqual(request.headers['authorization']?.replace(/^Bearer\s+/i, ''), webhookToken);
  const { type, data } = jsonBody(request, notice);
  const { qr_code_id: transactionId, tag: orderId } = data;
  const status = claims.get(type);
  if (status === undefined || transactionId === undefined) return [];
  const noticeId = digestOf(type, transactionId);
  return [{ type: 'TRANSACTION', noticeId, transactionId, status, ...(orderId && { orderId }) }];
};

export const simpay = defineProvider({
  id: 'simpay',
  label: 'Simpay',
  evidence: 'documented',
  account,
  channels: ({ baseUrl, clientId, clientSecret, hmacKey, webhookToken }) => ({
    main: {
      baseUrl,
      auth: clientCredentials({
        path: '/auth-token/',
        body: { json: { client_id: clientId, client_secret: clientSecret } },
        reply: token,
        secrets: [clientId, clientSecret, hmacKey, webhookToken],
      }),
    },
  }),
  amount: inReais,
  status: statusMap<PaymentStatus>(
    {
      PENDING: ['NEW'],
      APPROVED: ['PAID'],
      REJECTED: ['CANCELED'],
      REFUNDED: ['REFUNDED', 'CHARGEBACK', 'DISPUTE'],
    },
    { otherwise: 'REJECTED' },
  ),
  // Which provider uses these texts is our assumption (acquirers.117).
  methodsNotTaken: {
    CREDIT_CARD: 'Método de pagamento não suportado',
    BILLET: 'Método de pagamento não suportado',
  },
  operations: {
    charge: {
      PIX: async (request, context) => {
        const json = chargeBody(request, context);
        const headers = signature(json, context.account);
        const reply = await context.call(
          { method: 'POST', path: '/create-pix-copy-and-paste/', json, headers },
          z.union([refusal, createdReply]),
        );
        const { qr_code_id, pix_copy_and_paste, status } = acceptedReply(
          reply,
          'Erro ao criar transação',
        );
        return {
          paymentMethod: 'PIX',
          transactionId: qr_code_id,
          status: context.status(status),
          amount: { asked: null, paid: 'NEVER_STATED' },
          pixCode: pix_copy_and_paste,
        };
      },
    },
    getTransaction: lookup({
      path: () => '/status-pix-copy-and-paste/',
      query: ({ transactionId }) => ({ id: transactionId }),
      reply: charge,
      result: (
        { qr_code_id, status, amount, amount_chargeback: refunded, endToEndId },
        context,
      ) => ({
        paymentMethod: 'PIX',
        transactionId: qr_code_id,
        status: context.status(status),
        amount: { asked: context.cents(amount), paid: 'NEVER_STATED' },
        ...(refunded !== undefined && { refundedAmount: context.cents(refunded) }),
        ...(endToEndId && { endToEndId }),
      }),
    }),
    refund: refundCall({
      method: 'POST',
      path: () => '/chargebacks-pix-copy-and-paste/',
      headers: (request, context) => signature(refundBody(request, context), context.account),
      body: refundBody,
      reply: z.union([refusal, refundReply]),
      result: (reply) => {
        const { status: word } = acceptedReply(reply, NOT_REFUNDED);
        const isAccepted = typeof word === 'string' && word !== 'REFUNDED';
        return isAccepted ? { status: false, isAccepted } : {};
      },
    }),
  },
  notices: { authenticity: 'token in a header', proves: () => true, read: readNotices },
});
