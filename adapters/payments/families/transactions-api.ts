import { z } from 'zod';
import { kindOfDocument } from '#/domain/brazil/document.ts';
import type { CardData } from '#/domain/ports/card.ts';
import type { Address, PaymentMethod, TransactionRequest } from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { RefundRequest, RefundResult } from '#/domain/ports/refund.ts';
import { cardForProvider, requireCardToken } from '#/adapters/payments/kit/values/card.ts';
import {
  endpoint,
  lookup,
  type Operation,
  type ProviderContext,
} from '#/adapters/payments/kit/endpoint.ts';
import {
  days,
  daysUntilEnd,
  daysUntilLastDay,
  instantOf,
  type ExpiryRule,
} from '#/adapters/payments/kit/values/expiry.ts';
import { chargeNotice, jsonBody } from '#/adapters/payments/kit/notices.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';
import { anyReply, refundCall } from '#/adapters/payments/kit/refund.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';

/** The payment engine that many acquirers run (acquirers.74). Amounts are in cents, and notices are unsigned. */

export const methodWords = {
  PIX: 'pix',
  CREDIT_CARD: 'credit_card',
  BILLET: 'boleto',
} as const satisfies Record<PaymentMethod, string>;

const optionalText = z.string().nullish();

/** A number at some hosts, text at others. */
export const wireId = z.union([z.string().min(1), z.number().int()]).transform(String);

const fields = z.object({
  id: wireId,
  externalRef: optionalText,
  status: z.string(),
  amount: z.number().int(),
  refundedAmount: z.number().int().nullish(),
  paymentMethod: z.string(),
  pix: z
    .object({
      qrcode: optionalText,
      qrcodeText: optionalText,
      expirationDate: optionalText,
      end2EndId: optionalText,
      endToEndId: optionalText,
    })
    .nullish(),
  boleto: z
    .object({ url: optionalText, digitableLine: optionalText, expirationDate: optionalText })
    .nullish(),
  card: z.object({ brand: optionalText, lastDigits: optionalText }).nullish(),
  refusedReason: z.object({ acquirerCode: optionalText, description: optionalText }).nullish(),
});

/** Reads the object itself, or the one in `data`. */
export const envelopeOf = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess(
    (body) => (typeof body === 'object' && body !== null && 'data' in body ? body.data : body),
    shape,
  );

export const transactionReply = envelopeOf(fields);

type Reply = z.output<typeof fields>;

/** Any word but those of cards and boletos means PIX. */
const methodOf = (word: string): PaymentMethod => {
  if (/card/i.test(word)) return 'CREDIT_CARD';
  return /boleto|billet|bank_?slip/i.test(word) ? 'BILLET' : 'PIX';
};

export const transactionResult = <Account>(
  reply: Reply,
  context: ProviderContext<Account>,
): ChargeReply => {
  const { pix, boleto, card, refusedReason, refundedAmount } = reply;
  const pixCode = pix?.qrcodeText ?? pix?.qrcode;
  // Hosts of this engine name the field differently.
  const endToEndId = pix?.end2EndId || pix?.endToEndId;
  const end = pix?.expirationDate ?? boleto?.expirationDate;
  const expiresAt = end ? instantOf(end) : undefined;
  const refusal = refusedReason?.acquirerCode || refusedReason?.description;
  return {
    paymentMethod: methodOf(reply.paymentMethod),
    transactionId: reply.id,
    ...(reply.externalRef && { orderId: reply.externalRef }),
    status: context.status(reply.status),
    amount: { asked: context.cents(reply.amount), paid: 'NEVER_STATED' },
    ...(typeof refundedAmount === 'number' && { refundedAmount: context.cents(refundedAmount) }),
    ...(pixCode && { pixCode }),
    ...(endToEndId && { endToEndId }),
    ...(boleto?.digitableLine && { billetCode: boleto.digitableLine }),
    ...(boleto?.url && { billetUrl: boleto.url }),
    ...(expiresAt && { expiresAt }),
    ...(card?.brand && { cardBrand: card.brand }),
    ...(card?.lastDigits && { cardLastDigits: card.lastDigits }),
    ...(refusal && { refusal }),
  };
};

export interface Expiries {
  readonly pix: ExpiryRule;
  readonly boleto: ExpiryRule;
}

/** The field names are our inference (acquirers.78). @throws ProviderFailure `invalid` */
export const cardOnWire = (card: CardData) => {
  const { expMonth, expYear, holderDocument, ...sameNames } = cardForProvider(card);
  return {
    ...sameNames,
    holderDocument: holderDocument || undefined,
    expirationMonth: Number(expMonth),
    expirationYear: Number(expYear),
  };
};

const cardOf = (request: TransactionRequest) => {
  if (request.card) return cardOnWire(request.card);
  return request.cardId === undefined
    ? { hash: requireCardToken(request) }
    : { id: request.cardId };
};

const paymentMethodFields = <Account>(
  request: TransactionRequest,
  context: ProviderContext<Account>,
  { pix, boleto }: Expiries,
) => {
  switch (request.paymentMethod) {
    case 'PIX':
      return { pix: { expiresInDays: daysUntilEnd(request, pix, context.now) } };
    case 'BILLET':
      return { boleto: { expiresInDays: daysUntilLastDay(request, boleto, context.now()) } };
    case 'CREDIT_CARD':
      return { installments: request.installments, card: cardOf(request) };
  }
};

const addressOf = (address: Address | undefined) =>
  address && {
    street: address.address,
    streetNumber: address.number,
    complement: address.complement,
    zipCode: address.zipCode,
    neighborhood: address.district,
    city: address.city,
    state: address.state,
    country: 'BR',
  };

export const documentOf = (document: string) => ({
  number: document,
  type: kindOfDocument(document).toLowerCase(),
});

/** The expiries that we ask for, unless the host's documents name others. */
const EXPIRIES: Expiries = { pix: days(1), boleto: days(3) };

export interface BodyRules {
  /** When absent: a day for a PIX, three days for a boleto. */
  readonly expiries?: Partial<Expiries>;
  /** The case of `pix` and `cpf`; `lower` when absent. */
  readonly wordCase?: 'lower' | 'upper';
  /** The address for a buyer without one, if the host requires one (acquirers.115). */
  readonly fallbackShipping?: Address;
}

export const transactionBody = <Account>(
  request: TransactionRequest,
  context: ProviderContext<Account>,
  { expiries, wordCase = 'lower', fallbackShipping }: BodyRules = {},
) => {
  const { customer, items, splits, paymentMethod } = request;
  const { number, type } = documentOf(customer.document);
  const inWordCase = (word: string) => (wordCase === 'upper' ? word.toUpperCase() : word);
  return {
    amount: context.amount(request.amount),
    currency: request.currency,
    paymentMethod: inWordCase(methodWords[paymentMethod]),
    ...paymentMethodFields(request, context, { ...EXPIRIES, ...expiries }),
    items: items.map(({ id, title, unitPrice, quantity, tangible }) => ({
      externalRef: id,
      title,
      unitPrice: context.amount(unitPrice),
      quantity,
      tangible,
    })),
    customer: {
      name: customer.name,
      email: customer.email,
      phone: customer.phone,
      document: { number, type: inWordCase(type) },
      address: addressOf(request.address),
    },
    splits: splits?.map(({ recipientId, amount, chargeProcessingFee }) => ({
      recipientId,
      amount,
      chargeProcessingFee,
    })),
    shipping: fallbackShipping && {
      fee: 0,
      address: addressOf(request.address ?? fallbackShipping),
    },
    externalRef: request.orderId,
    postbackUrl: request.webhookUrl,
    ip: request.customerIp,
  };
};

const notice = z.object({
  type: z.string(),
  data: z.object({
    id: wireId,
    status: z.string(),
    externalRef: z.string().nullish(),
  }),
});

/** @throws as `jsonBody` */
export const readTransactionNotices = <Account>(
  request: NoticeRequest,
  context: ProviderContext<Account>,
): readonly ProviderNotice[] => {
  const { type } = jsonBody(request, z.looseObject({ type: z.string() }));
  if (type !== 'transaction') return [];
  const { data } = jsonBody(request, notice);
  const { id: transactionId, status, externalRef } = data;
  return [chargeNotice(context, { transactionId, word: status, orderId: externalRef })];
};

export const everyMethod = <Charge>(charge: Charge) => ({
  PIX: charge,
  CREDIT_CARD: charge,
  BILLET: charge,
});

/** Refunds with the amount (acquirers.74, acquirers.76). */
export const refundAt = <Account>(
  path: string,
  method: 'POST' | 'DELETE',
): Operation<Account, RefundRequest, RefundResult> =>
  refundCall({
    reply: anyReply,
    method,
    path: ({ transactionId }) => `${at(path, transactionId)}/refund`,
    body: ({ amount }, context) => ({ amount: context.amount(amount) }),
  });

/** The parts that providers of this family share, without status words. */
export const transactionsApi = <Account>({
  path,
  chargePath = () => path,
  ...rules
}: BodyRules & {
  /** The path where charges are made and read. */
  readonly path: string;
  /** The path where charges are made, if it differs. */
  readonly chargePath?: (account: Account) => string;
}) => {
  const charge: Operation<Account, TransactionRequest, ChargeReply> = endpoint({
    method: 'POST',
    path: (_request, { account }) => chargePath(account),
    body: (request, context) => transactionBody(request, context, rules),
    reply: transactionReply,
    result: transactionResult,
  });
  return {
    charge,
    getTransaction: lookup({
      path: ({ transactionId }: { readonly transactionId: string }) => at(path, transactionId),
      reply: transactionReply,
      result: (reply, context: ProviderContext<Account>) => transactionResult(reply, context),
    }),
    refundBy: (method: 'POST' | 'DELETE') => refundAt<Account>(path, method),
    notices: {
      authenticity: 'none: read back',
      read: (request: NoticeRequest, context: ProviderContext<Account>) =>
        readTransactionNotices(request, context),
    },
  };
};
