import { z } from 'zod';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { ReceiverStatus } from '#/domain/ports/receiver.ts';
import { pagarmeCards } from '#/adapters/payments/providers/pagarme/cards.ts';
import { chargeWord } from '#/adapters/payments/providers/pagarme/order-reply.ts';
import { pagarmeOrders } from '#/adapters/payments/providers/pagarme/orders.ts';
import { pagarmeRecipients } from '#/adapters/payments/providers/pagarme/recipients.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicAuth, basicValue, headers } from '#/adapters/payments/kit/network/auth.ts';
import { billingAddress } from '#/adapters/payments/kit/values/billing-address.ts';
import type { Declines } from '#/adapters/payments/kit/declines.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import type { ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { keysAt, secret } from '#/adapters/payments/kit/keys.ts';
import {
  createKeySet,
  jsonBody,
  requireEqual,
  parseRelevant,
} from '#/adapters/payments/kit/notices.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Pagar.me core v5: orders by every method, splits and recipients (acquirers.71, acquirers.99). */

const account = keysAt('https://api.pagar.me/core/v5').extend({
  /** The address for card charges whose buyer gave none. */
  billingAddress: billingAddress.optional(),
  /** The host of the keys that sign notices. */
  jwksBaseUrl: z.url().default('https://hubapi.pagar.me'),
  /** Accounts outside the Hub get notices with these Basic credentials instead of a signature. */
  webhookUser: z.string().min(1).optional(),
  webhookPassword: secret(z.string().min(1)).optional(),
});

type Account = z.output<typeof account>;

const event = z.object({ id: z.string().min(1), type: z.string(), data: z.unknown() });

const statusFields = z.object({ status: z.string(), paid_at: z.string().nullish() });
const orderIds = z.object({ id: z.string(), code: z.string().nullish() });
const orderReport = statusFields.extend({
  ...orderIds.shape,
  charges: z.array(statusFields).nullish(),
});
const chargeReport = statusFields.extend({ order: orderIds.nullish() });

const receiverStatus = statusMap<ReceiverStatus>(
  {
    ACTIVE: ['active'],
    PENDING: ['registration', 'affiliation'],
    REJECTED: ['refused', 'suspended', 'blocked', 'inactive'],
  },
  { otherwise: 'REJECTED' },
);

const keySet = createKeySet({ method: 'GET', path: '/.well-known/jwks.json', via: 'jwks' });

/** @throws ProviderFailure `unauthorized` */
const requireAuthentic = async (
  { headers: received, body }: NoticeRequest,
  context: ProviderContext<Account>,
): Promise<void> => {
  const { webhookUser, webhookPassword } = context.account;
  if (webhookUser !== undefined) {
    return requireEqual(received['authorization'], basicValue(webhookUser, webhookPassword));
  }
  const parts = (received['x-webhook-asymmetric-signature'] ?? '').split(';');
  const {
    alg,
    kid = '',
    signature = '',
  } = Object.fromEntries(parts.map((part) => part.trim().split(/=(.*)/s)));
  requireEqual(alg, 'RS256');
  return keySet.requireSigned(context, { kid, signature, body });
};

/** The ids and the status word of the order; undefined if the event names no order. */
const readEvent = ({ type, data }: z.output<typeof event>) => {
  if (type.startsWith('order.')) {
    const body = parseRelevant(orderReport, data);
    return { id: body.id, code: body.code, word: chargeWord(body.charges?.[0] ?? body) };
  }
  if (!type.startsWith('charge.')) return undefined;
  const body = parseRelevant(chargeReport, data);
  return body.order && { ...body.order, word: chargeWord(body) };
};

const readNotices = async (
  request: NoticeRequest,
  context: ProviderContext<Account>,
): Promise<readonly ProviderNotice[]> => {
  await requireAuthentic(request, context);
  const body = jsonBody(request, event);
  const order = readEvent(body);
  if (!order) return [];
  return [
    {
      type: 'TRANSACTION',
      noticeId: body.id,
      transactionId: order.id,
      status: context.status(order.word),
      ...(order.code && { orderId: order.code }),
    },
  ];
};

/** A documented error: nothing was created. */
const invalidRequest = {
  status: 422,
  body: z.object({ message: z.string(), errors: z.record(z.string(), z.unknown()) }),
};

const declines: Declines = {
  createTransaction: [invalidRequest],
  createReceiver: [invalidRequest],
  // The card failed its verification.
  createCardId: [invalidRequest, { status: 412, body: z.object({ message: z.string() }) }],
};

export const pagarme = defineProvider({
  id: 'pagarme',
  label: 'Pagar.me',
  evidence: 'documented',
  undocumented: ['anticipation'],
  account,
  channels: ({ baseUrl, secretKey, jwksBaseUrl }) => ({
    main: { baseUrl, auth: basicAuth(secretKey) },
    // Links in replies lead to other versions of the API.
    root: { baseUrl: new URL(baseUrl).origin, auth: basicAuth(secretKey) },
    browser: { baseUrl, auth: headers({}) },
    jwks: { baseUrl: jwksBaseUrl, auth: headers({}) },
  }),
  amount: inCents,
  status: statusMap<PaymentStatus>(
    {
      PENDING: ['pending', 'processing', 'underpaid'],
      APPROVED: ['paid', 'overpaid', 'partial_canceled'],
      REJECTED: ['failed', 'canceled'],
      REFUNDED: ['refunded'],
      CHARGEBACK: ['chargedback'],
    },
    { otherwise: 'REJECTED' },
  ),
  withdrawStatus: statusMap<WithdrawStatus>(
    {
      PENDING: ['pending', 'pending_transfer', 'processing'],
      APPROVED: ['transferred', 'paid'],
      REJECTED: ['failed'],
      CANCELED: ['canceled'],
    },
    { otherwise: 'PENDING' },
  ),
  declines,
  addressRequiredFor: ({ billingAddress: fallback }) => (fallback ? [] : ['CREDIT_CARD']),
  // A refund needs the buyer's bank account, which the checkout does not ask for.
  refundRights: { BILLET: 'NEVER' },
  operations: { ...pagarmeOrders, ...pagarmeCards, ...pagarmeRecipients(receiverStatus) },
  notices: {
    authenticity: 'RS256 with JWKS, or Basic authorization',
    proves: () => true,
    read: readNotices,
  },
});
