import { z } from 'zod';
import type { DisputeStatus } from '#/domain/ports/dispute.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import { iuguAccounts } from '#/adapters/payments/providers/iugu/accounts.ts';
import { iuguDisputes } from '#/adapters/payments/providers/iugu/disputes.ts';
import { iuguInvoices } from '#/adapters/payments/providers/iugu/invoices.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { headers, query } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import type { ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { keysAt, secret } from '#/adapters/payments/kit/keys.ts';
import { digestOf, formBody, requireEqual } from '#/adapters/payments/kit/notices.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** iugu v1: invoices, splits and sub-accounts (acquirers.64, acquirers.65, acquirers.38). */

const accountSchema = keysAt('https://api.iugu.com/v1').extend({
  /** The host of its boletos. */
  slipsBaseUrl: z.url().default('https://boletos.iugu.com'),
  /** A token that is entered at iugu; iugu sends it with each notice. */
  webhookAuthorization: secret(z.string().min(1)).optional(),
});

type Account = z.output<typeof accountSchema>;

const trigger = z.object({
  event: z.string(),
  'data[id]': z.string().optional(),
  'data[status]': z.string().optional(),
  'data[order_id]': z.string().optional(),
});

/** `wan` is iugu's spelling of "won". Its reference does not say who wins a chargeback that is `reverted`. */
const disputeStatus = statusMap<DisputeStatus>(
  {
    OPEN: ['pending', 'processing_file', 'error', 'contested_by_client', 'waiting_resolution'],
    LOST: ['accepted', 'accepted_by_client', 'accepted_automatically', 'lost'],
    WON: ['won', 'wan'],
    CLOSED: ['reverted'],
  },
  { otherwise: 'OPEN' },
);

const readNotices = (
  request: NoticeRequest,
  { account, status }: ProviderContext<Account>,
): readonly ProviderNotice[] => {
  const { webhookAuthorization } = account;
  if (webhookAuthorization !== undefined) {
    requireEqual(request.headers['authorization'], webhookAuthorization);
  }
  const body = formBody(request, trigger);
  const { 'data[id]': transactionId, 'data[status]': word, 'data[order_id]': orderId } = body;
  if (!body.event.startsWith('invoice.') || !transactionId || !word) return [];
  return [
    {
      type: 'TRANSACTION',
      noticeId: digestOf(request.body),
      transactionId,
      status: status(word),
      ...(orderId && { orderId }),
    },
  ];
};

/** Documented errors, by field or as a text. */
const invalidRequest = {
  status: 422,
  body: z.object({ errors: z.union([z.string(), z.record(z.string(), z.unknown())]) }),
};

export const iugu = defineProvider({
  id: 'iugu',
  label: 'iugu',
  evidence: 'documented',
  account: accountSchema,
  channels: ({ baseUrl, secretKey, slipsBaseUrl, webhookAuthorization = '' }) => ({
    main: {
      baseUrl,
      auth: {
        ...query({ api_token: secretKey }),
        secrets: [secretKey, webhookAuthorization],
      },
    },
    keyless: { baseUrl, auth: headers({}) },
    boletos: { baseUrl: slipsBaseUrl, auth: headers({}) },
  }),
  amount: inCents,
  status: statusMap<PaymentStatus>(
    {
      // An invoice paid outside iugu (`externally_paid`) brings us no money (dev.iugu.com, *Faturas*).
      PENDING: [
        'draft',
        'pending',
        'in_analysis',
        'authorized',
        'partially_paid',
        'externally_paid',
      ],
      APPROVED: ['paid'],
      REJECTED: ['canceled', 'expired'],
      REFUNDED: ['refunded'],
      CHARGEBACK: ['in_protest', 'chargeback'],
    },
    { otherwise: 'REJECTED' },
  ),
  declines: { createReceiver: [invalidRequest] },
  addressRequiredFor: () => ['BILLET'],
  refundRights: { PIX: 'ONLY_WHOLE', BILLET: 'NEVER' },
  operations: { ...iuguInvoices, ...iuguAccounts, ...iuguDisputes(disputeStatus) },
  notices: {
    authenticity: 'authorization header, where one is agreed',
    proves: ({ webhookAuthorization }) => webhookAuthorization !== undefined,
    read: readNotices,
  },
});
