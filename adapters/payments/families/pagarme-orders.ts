import { z } from 'zod';
import { parseBrCode } from '#/domain/brazil/br-code.ts';
import type {
  CardData,
  CardIdRequest,
  Split,
  TransactionRequest,
  TransactionResult,
} from '#/domain/ports/payment-provider.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import {
  endpoint,
  idempotencyKey,
  lookup,
  type Operation,
  type Wire,
} from '#/adapters/payments/kit/endpoint.ts';
import { days, endOf, instantOf, secondsUntilEnd } from '#/adapters/payments/kit/expiry.ts';
import { firstMessage, requiredCardToken } from '#/adapters/payments/kit/card.ts';
import { refuse } from '#/adapters/payments/kit/failure.ts';
import type { Keys } from '#/adapters/payments/kit/keys.ts';
import { digestOf } from '#/adapters/payments/kit/notices.ts';

/**
 * Orders of Pagar.me's core v5: an order has one charge, whose last transaction has the details. Every write has a key
 * that makes it happen once (spec 2 §5, §7; brazil.md 4.1).
 */

const text = z.string().nullish();
const identified = z.object({ id: z.string().min(1) });

const transaction = z.object({
  status: text,
  success: z.boolean().nullish(),
  qr_code: text,
  qr_code_url: text,
  end_to_end_id: text,
  expires_at: text,
  line: text,
  url: text,
  pdf: text,
  due_at: text,
  acquirer_return_code: text,
  card: z.object({ brand: text, last_four_digits: text }).nullish(),
});

const methods = { pix: 'PIX', boleto: 'BILLET', credit_card: 'CREDIT_CARD' } as const;

const charge = z.object({
  id: z.string(),
  amount: z.number().int(),
  canceled_amount: z.number().int().nullish(),
  status: z.string(),
  paid_at: text,
  payment_method: z.enum(['pix', 'boleto', 'credit_card']),
  last_transaction: transaction.nullish(),
});

const order = z.object({
  id: z.string(),
  code: text,
  charges: z.tuple([charge]).rest(charge),
});

type Order = z.output<typeof order>;

/** A paid charge that went back is `canceled` too. */
export const chargeWord = ({
  status,
  paid_at: paidAt,
}: {
  readonly status: string;
  readonly paid_at?: string | null | undefined;
}): string => (status === 'canceled' && paidAt ? 'refunded' : status);

const detailsOf = (last: z.output<typeof transaction>) => {
  const end = last.expires_at ?? last.due_at;
  const expiresAt = end ? instantOf(end) : undefined;
  return {
    // The sandbox has a link here.
    ...(last.qr_code && parseBrCode(last.qr_code).ok && { pixCode: last.qr_code }),
    ...(last.end_to_end_id && { endToEndId: last.end_to_end_id }),
    ...(last.line && { billetCode: last.line.replace(/\D/g, '') }),
    ...(last.url && { billetUrl: last.url }),
    ...(expiresAt && { expiresAt }),
    ...(last.card?.brand && { cardBrand: last.card.brand }),
    ...(last.card?.last_four_digits && { cardLastDigits: last.card.last_four_digits }),
  };
};

/** A charge that was declined is no error: it is in a reply of 200. */
const resultOf = ({ id, charges: [only] }: Order, wire: Wire<Keys>): TransactionResult => {
  const { last_transaction: last, canceled_amount: back } = only;
  const status = wire.status(chargeWord(only));
  const refusal = last?.acquirer_return_code ?? last?.status;
  return {
    paymentMethod: methods[only.payment_method],
    transactionId: id,
    status,
    amount: wire.cents(only.amount),
    ...(only.paid_at && typeof back === 'number' && { refundedAmount: wire.cents(back) }),
    ...(last && detailsOf(last)),
    ...(status === 'REJECTED' && refusal && { refusal }),
  };
};

const customerOf = ({ name, email, document, phone }: TransactionRequest['customer']) => {
  const isPerson = document.length === 11;
  return {
    name,
    email,
    type: isPerson ? 'individual' : 'company',
    document,
    document_type: isPerson ? 'CPF' : 'CNPJ',
    phones: {
      mobile_phone: { country_code: '55', area_code: phone.slice(0, 2), number: phone.slice(2) },
    },
  };
};

const addressOf = ({ address }: TransactionRequest) =>
  address && {
    line_1: `${address.number}, ${address.address}, ${address.district}`,
    line_2: address.complement,
    zip_code: address.zipCode,
    city: address.city,
    state: address.state,
    country: 'BR',
  };

const DUTIES = ['chargeProcessingFee', 'chargeRemainder', 'liable'] as const;

/** Fees, the cents that a division leaves and chargebacks: somebody has to bear each of them. */
const splitOf = (splits: readonly Split[]) => {
  if (!DUTIES.every((duty) => splits.some((split) => split[duty]))) {
    refuse('Taxas, restante e chargebacks precisam de um recebedor responsável.');
  }
  return splits.map(({ recipientId, amount, type, ...options }) => ({
    recipient_id: recipientId,
    ...(type === 'FIXED' ? { type: 'flat', amount } : { type: 'percentage', amount: amount / 100 }),
    options: {
      charge_processing_fee: options.chargeProcessingFee,
      charge_remainder_fee: options.chargeRemainder,
      liable: options.liable,
    },
  }));
};

const STATEMENT_LENGTH_MAX = 13;

/** What the buyer reads on the card's statement: letters and digits (spec 2 §5). */
const statementOf = (description: string): string =>
  description
    .normalize('NFD')
    .replace(/[^0-9A-Za-z]/g, '')
    .slice(0, STATEMENT_LENGTH_MAX);

const cardOf = (request: TransactionRequest) =>
  request.cardId === undefined
    ? { card_token: requiredCardToken(request) }
    : { card_id: request.cardId };

const wayToPay = (request: TransactionRequest, wire: Wire<Keys>) => {
  switch (request.paymentMethod) {
    case 'PIX':
      return {
        payment_method: 'pix',
        pix: { expires_in: secondsUntilEnd(request, days(1), wire.now) },
      };
    case 'BILLET':
      return {
        payment_method: 'boleto',
        boleto: {
          due_at: endOf(request, days(3), wire.now()),
          instructions: 'Pagar até o vencimento',
        },
      };
    case 'CREDIT_CARD':
      return {
        payment_method: 'credit_card',
        credit_card: {
          installments: request.installments,
          statement_descriptor: statementOf(request.description) || undefined,
          operation_type: 'auth_and_capture',
          ...cardOf(request),
          card: request.address && { billing_address: addressOf(request) },
        },
      };
  }
};

const orderBody = (request: TransactionRequest, wire: Wire<Keys>) => ({
  code: request.orderId,
  items: request.items.map(({ id, title, unitPrice, quantity }) => ({
    code: id,
    description: title,
    amount: wire.amount(unitPrice),
    quantity,
  })),
  customer: { ...customerOf(request.customer), address: addressOf(request) },
  ip: request.customerIp,
  payments: [
    {
      amount: wire.amount(request.amount),
      ...wayToPay(request, wire),
      split: request.splits?.length ? splitOf(request.splits) : undefined,
    },
  ],
});

/** Fetched only from where the key may go. In the sandbox there is no code to draw one from. */
const qrImageOf = async (
  { charges: [{ last_transaction: last }] }: Order,
  wire: Wire<Keys>,
): Promise<{ readonly pixQrCode?: string }> => {
  const { baseUrl } = wire.account;
  const link = last?.qr_code_url;
  if (!link?.startsWith(`${baseUrl}/`)) return {};
  const pixQrCode = await wire.image({ method: 'GET', path: link.slice(baseUrl.length) });
  return pixQrCode === undefined ? {} : { pixQrCode };
};

const placeOrder: Operation<Keys, TransactionRequest, TransactionResult> = async (
  request,
  wire,
) => {
  const placed = await wire.call(
    {
      method: 'POST',
      path: '/orders',
      headers: idempotencyKey(request.orderId),
      json: orderBody(request, wire),
    },
    order,
  );
  return { ...resultOf(placed, wire), ...(await qrImageOf(placed, wire)) };
};

const at = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`;

/** At the host of the account, whatever the link says, for there the key may go. */
const getBilletPdf: Operation<
  Keys,
  { readonly transactionId: string },
  Uint8Array | undefined
> = async ({ transactionId }, wire) => {
  const found = await wire.find({ method: 'GET', path: at('/orders', transactionId) }, order);
  const link = found?.charges[0].last_transaction?.pdf;
  if (!link || !URL.canParse(link)) return undefined;
  return wire.pdf({ method: 'GET', path: new URL(link).pathname, via: 'root' });
};

/** Of a charge, which only its order knows. */
const refund: ProviderOperations<Keys>['refund'] = async (request, wire) => {
  const { transactionId, refundId, amount } = request;
  const path = at('/orders', transactionId);
  const { charges } = await wire.call({ method: 'GET', path }, order);
  const reply = await wire.call(
    {
      method: 'DELETE',
      path: at('/charges', charges[0].id),
      headers: idempotencyKey(refundId),
      json: { amount: wire.amount(amount) },
    },
    charge.pick({ id: true, last_transaction: true }),
  );
  return { refundId, status: reply.last_transaction?.success !== false };
};

/** With the public key alone, as a browser would. */
const createCardToken = endpoint({
  method: 'POST',
  path: () => '/tokens',
  via: 'browser',
  explain: firstMessage,
  query: (_card: CardData, { account }: Wire<Keys>) => ({
    appId: account.publicKey ?? refuse('Public key is required'),
  }),
  body: (card) => ({
    type: 'card',
    card: {
      number: card.cardNumber,
      holder_name: card.holderName,
      holder_document: card.holderDocument || undefined,
      exp_month: Number(card.expMonth),
      exp_year: Number(`20${card.expYear}`),
      cvv: card.cvv,
    },
  }),
  reply: identified,
  result: ({ id }) => id,
});

const createCardId = async (
  { cardToken, customer }: CardIdRequest,
  wire: Wire<Keys>,
): Promise<string> => {
  const create = (path: string, json: unknown) =>
    wire.call(
      { method: 'POST', path, headers: idempotencyKey(digestOf(path, cardToken)), json },
      identified,
    );
  const { id } = await create('/customers', customerOf(customer));
  const card = await create(`${at('/customers', id)}/cards`, { token: cardToken });
  return card.id;
};

export const pagarmeOrders = {
  charge: { PIX: placeOrder, BILLET: placeOrder, CREDIT_CARD: placeOrder },
  getTransaction: lookup({
    path: ({ transactionId }: { readonly transactionId: string }) => at('/orders', transactionId),
    reply: order,
    result: (reply, wire: Wire<Keys>) => resultOf(reply, wire),
  }),
  getBilletPdf,
  findTransaction: lookup({
    path: () => '/orders',
    query: ({ orderId }: { readonly orderId: string }) => ({ code: orderId }),
    reply: z.object({ data: z.array(order) }),
    result: ({ data }, wire: Wire<Keys>, { orderId }) => {
      const found = data.find(({ code }) => code === orderId);
      return found && resultOf(found, wire);
    },
  }),
  refund,
  createCardToken,
  createCardId,
} satisfies ProviderOperations<Keys>;
