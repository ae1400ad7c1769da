import { z } from 'zod';
import type { PaymentStatus, TransactionRequest } from '#/domain/ports/charge.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { abmexMarketplaces } from '#/adapters/payments/providers/abmex/marketplaces.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { clientForm } from '#/adapters/payments/kit/network/auth.ts';
import { cardForProvider, requireCardToken } from '#/adapters/payments/kit/values/card.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { days, endOf, lastMomentOf } from '#/adapters/payments/kit/values/expiry.ts';
import { bothKeysAt, type BothKeys } from '#/adapters/payments/kit/keys.ts';
import { unsignedChargeNotices } from '#/adapters/payments/kit/notices.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';
import { ONLY_WHOLE_WITHOUT_TOTAL, anyReply, refundCall } from '#/adapters/payments/kit/refund.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';

/** Abmex: sales split among marketplaces (acquirers.69, acquirers.112, acquirers.111), partly inferred. */

const text = z.string().nullish();

const sale = z.object({
  id: z.coerce.string(),
  external_id: text,
  status: z.string(),
  total: z.number().int(),
  payment_method: z.enum(['pix', 'credit_card', 'bank_slip']),
  pix: z.object({ text }).nullish(),
  bank_slip: z.object({ url: text, digitable_line: text }).nullish(),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
});

const notice = z.object({ id: z.coerce.string(), status: z.string(), external_id: text });

const methodWords = { PIX: 'pix', CREDIT_CARD: 'credit_card', BILLET: 'bank_slip' } as const;
const methods = { pix: 'PIX', credit_card: 'CREDIT_CARD', bank_slip: 'BILLET' } as const;

/** The card itself or a token; field names are inferred. @throws ProviderFailure `invalid` */
const cardOf = (request: TransactionRequest) => {
  if (!request.card) return { token: requireCardToken(request) };
  const { number, holderName, holderDocument, expMonth, expYear, cvv } = cardForProvider(
    request.card,
  );
  return {
    number,
    holder_name: holderName,
    holder_document: holderDocument || undefined,
    expiration_month: Number(expMonth),
    expiration_year: Number(expYear),
    cvv,
  };
};

/** A year for a card payment is our assumption (acquirers.111). */
const EXPIRY = { PIX: days(1), BILLET: days(3), CREDIT_CARD: days(365) };

const endOfSale = (request: TransactionRequest, now: Timestamp): Timestamp => {
  const { paymentMethod } = request;
  const end = paymentMethod === 'BILLET' ? lastMomentOf : endOf;
  return end(request, EXPIRY[paymentMethod], now);
};

const saleBody = (request: TransactionRequest, context: ProviderContext<BothKeys>) => {
  const { paymentMethod, items, customer, address, installments, splits = [] } = request;
  return {
    external_id: request.orderId,
    amount: context.amount(request.amount),
    payment_method: methodWords[paymentMethod],
    ...(paymentMethod === 'CREDIT_CARD' && { credit_card: { ...cardOf(request), installments } }),
    expires_at: endOfSale(request, context.now()),
    items: items.map(({ unitPrice, ...item }) => ({
      ...item,
      unit_price: context.amount(unitPrice),
    })),
    customer: { ...customer, address: address && { ...address, country: 'BRA' } },
    splits: splits.map((split) => ({
      marketplace_id: split.recipientId,
      type: split.type.toLowerCase(),
      amount: split.amount,
      charge_processing_fee: split.chargeProcessingFee,
      charge_remainder: split.chargeRemainder,
      liable: split.liable,
    })),
    webhook: request.webhookUrl,
  };
};

const saleResult = (
  reply: z.output<typeof sale>,
  context: ProviderContext<BothKeys>,
): ChargeReply => {
  const { pix, bank_slip: boleto, expires_at } = reply;
  return {
    paymentMethod: methods[reply.payment_method],
    transactionId: reply.id,
    ...(reply.external_id && { orderId: reply.external_id }),
    status: context.status(reply.status),
    amount: { asked: context.cents(reply.total), paid: 'NEVER_STATED' },
    ...(pix?.text && { pixCode: pix.text }),
    ...(boleto?.digitable_line && { billetCode: boleto.digitable_line }),
    ...(boleto?.url && { billetUrl: boleto.url }),
    ...(expires_at && { expiresAt: new Date(expires_at).toISOString() }),
  };
};

const charge = endpoint({
  method: 'POST',
  path: () => '/sells',
  body: saleBody,
  explain: () => 'Erro ao criar transação',
  reply: sale,
  result: saleResult,
});

export const abmex = defineProvider({
  id: 'abmex',
  label: 'Abmex split',
  evidence: 'spec',
  account: bothKeysAt('https://api.abmexpay.com'),
  channels: ({ baseUrl, publicKey, secretKey }) => ({
    main: { baseUrl, auth: clientForm('/token', publicKey, secretKey) },
  }),
  amount: inCents,
  takesCardData: true,
  status: statusMap<PaymentStatus>(
    {
      PENDING: [
        'pending',
        'waiting',
        'waiting_payment',
        'awaiting_payment',
        'processing',
        'authorized',
        'partially_paid',
      ],
      APPROVED: ['paid', 'approved', 'confirmed', 'received'],
      REJECTED: ['refused', 'canceled'],
      REFUNDED: ['refunded'],
      CHARGEBACK: ['chargedback'],
    },
    { otherwise: 'REJECTED' },
  ),
  acceptsOnlyCnpj: true,
  refundRights: ONLY_WHOLE_WITHOUT_TOTAL,
  operations: {
    charge: { PIX: charge, CREDIT_CARD: charge, BILLET: charge },
    getTransaction: lookup({
      path: ({ transactionId }) => `/sells/${pathPart(transactionId)}`,
      reply: sale,
      result: saleResult,
    }),
    refund: refundCall({
      reply: anyReply,
      method: 'POST',
      path: ({ transactionId }) => `/sells/${pathPart(transactionId)}/refund`,
      body: ({ amount }, context) => ({ amount: context.amount(amount) }),
    }),
    ...abmexMarketplaces,
  },
  notices: unsignedChargeNotices(notice, ({ id, status, external_id }) => ({
    transactionId: id,
    word: status,
    orderId: external_id,
  })),
});
