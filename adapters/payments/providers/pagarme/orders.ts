import { createHash } from 'node:crypto';
import { z } from 'zod';
import { kindOfDocument } from '#/domain/brazil/document.ts';
import { parseBrCode } from '#/domain/brazil/br-code.ts';
import type { Split, TransactionRequest } from '#/domain/ports/charge.ts';
import type { BillingAddress } from '#/adapters/payments/kit/values/billing-address.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import {
  endpoint,
  idempotencyKey,
  lookup,
  type Operation,
  type ProviderContext,
} from '#/adapters/payments/kit/endpoint.ts';
import {
  days,
  instantOf,
  lastMomentOf,
  secondsUntilEnd,
} from '#/adapters/payments/kit/values/expiry.ts';
import { requireCardToken } from '#/adapters/payments/kit/values/card.ts';
import { refuse } from '#/adapters/payments/kit/failure.ts';
import type { Keys } from '#/adapters/payments/kit/keys.ts';
import { fetchLinkedPdf } from '#/adapters/payments/kit/network/linked-pdf.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';
import { refundCall } from '#/adapters/payments/kit/refund.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';
import { charge, chargeWord, methods, order, type Order, type Transaction } from './order-reply.ts';

/** Orders of Pagar.me's core v5, each with one charge (acquirers.71). */

export interface OrdersAccount extends Keys {
  /** The address for a card charge whose buyer gave none; absent = the charge is refused. */
  readonly billingAddress?: BillingAddress | undefined;
}

const detailsOf = (last: Transaction) => {
  const end = last.expires_at ?? last.due_at;
  const expiresAt = end ? instantOf(end) : undefined;
  return {
    // Pagar.me's sandbox puts a link here.
    ...(last.qr_code && parseBrCode(last.qr_code).ok && { pixCode: last.qr_code }),
    ...(last.end_to_end_id && { endToEndId: last.end_to_end_id }),
    ...(last.line && { billetCode: last.line.replace(/\D/g, '') }),
    ...(last.url && { billetUrl: last.url }),
    ...(expiresAt && { expiresAt }),
    ...(last.card?.brand && { cardBrand: last.card.brand }),
    ...(last.card?.last_four_digits && { cardLastDigits: last.card.last_four_digits }),
  };
};

/** A declined charge comes with status 200. */
const resultOf = <Account>(
  { id, code, charges: [only] }: Order,
  context: ProviderContext<Account>,
): ChargeReply => {
  const { last_transaction: last, canceled_amount: refunded } = only;
  const status = context.status(chargeWord(only));
  const refusal = last?.acquirer_return_code ?? last?.status;
  const { amount: asked, paid_amount: paid } = only;
  return {
    paymentMethod: methods[only.payment_method],
    transactionId: id,
    ...(code && { orderId: code }),
    status,
    amount: {
      asked: context.cents(asked),
      paid: typeof paid === 'number' ? context.cents(paid) : null,
    },
    ...(only.currency && { currency: only.currency }),
    ...(only.paid_at &&
      typeof refunded === 'number' && { refundedAmount: context.cents(refunded) }),
    ...(last && detailsOf(last)),
    ...(status === 'REJECTED' && refusal && { refusal }),
  };
};

export const customerOf = ({ name, email, document, phone }: TransactionRequest['customer']) => {
  const kind = kindOfDocument(document);
  return {
    name,
    email,
    type: kind === 'CPF' ? 'individual' : 'company',
    document,
    document_type: kind,
    phones: {
      mobile_phone: { country_code: '55', area_code: phone.slice(0, 2), number: phone.slice(2) },
    },
  };
};

export const addressOnWire = (address: BillingAddress) => ({
  line_1: `${address.number}, ${address.address}, ${address.district}`,
  line_2: address.complement,
  zip_code: address.zipCode.replace('-', ''),
  city: address.city,
  state: address.state,
  country: 'BR',
});

/** @throws ProviderFailure `invalid` */
const billedAt = ({ address }: TransactionRequest, { account }: ProviderContext<OrdersAccount>) =>
  addressOnWire(
    address ??
      account.billingAddress ??
      refuse('A Pagar.me exige um endereço de cobrança no cartão: informe-o na conta.'),
  );

const DUTIES = ['chargeProcessingFee', 'chargeRemainder', 'liable'] as const;

/** Someone must bear the fees, the remaining cents and chargebacks. @throws ProviderFailure `invalid` */
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

/** Made from the order's id, so the same for each retry (acquirers.99). */
const statementFromOrderId = (orderId: string): string =>
  BigInt(`0x${createHash('sha256').update(orderId).digest('hex')}`)
    .toString(36)
    .toUpperCase()
    .slice(-STATEMENT_LENGTH_MAX);

/** The text on the buyer's card statement (acquirers.99, acquirers.100). */
const statementOf = ({ description, orderId }: TransactionRequest): string =>
  description
    .normalize('NFD')
    .replace(/[^0-9A-Za-z]/g, '')
    .slice(0, STATEMENT_LENGTH_MAX) || statementFromOrderId(orderId);

const cardOf = (request: TransactionRequest) =>
  request.cardId === undefined
    ? { card_token: requireCardToken(request) }
    : { card_id: request.cardId };

const paymentMethodFields = (
  request: TransactionRequest,
  context: ProviderContext<OrdersAccount>,
) => {
  switch (request.paymentMethod) {
    case 'PIX':
      return {
        payment_method: 'pix',
        pix: { expires_in: secondsUntilEnd(request, days(1), context.now) },
      };
    case 'BILLET':
      return {
        payment_method: 'boleto',
        boleto: {
          due_at: lastMomentOf(request, days(3), context.now()),
          instructions: 'Pagar até o vencimento',
        },
      };
    case 'CREDIT_CARD':
      return {
        payment_method: 'credit_card',
        credit_card: {
          installments: request.installments,
          statement_descriptor: statementOf(request),
          operation_type: 'auth_and_capture',
          ...cardOf(request),
          card: { billing_address: billedAt(request, context) },
        },
      };
  }
};

const orderBody = (request: TransactionRequest, context: ProviderContext<OrdersAccount>) => ({
  code: request.orderId,
  items: request.items.map(({ id, title, unitPrice, quantity }) => ({
    code: id,
    description: title,
    amount: context.amount(unitPrice),
    quantity,
  })),
  customer: {
    ...customerOf(request.customer),
    address: request.address && addressOnWire(request.address),
  },
  ip: request.customerIp,
  session_id: request.fingerPrints?.[0]?.value,
  payments: [
    {
      amount: context.amount(request.amount),
      ...paymentMethodFields(request, context),
      split: request.splits?.length ? splitOf(request.splits) : undefined,
    },
  ],
});

const placeOrder = endpoint({
  method: 'POST',
  path: () => '/orders',
  headers: ({ orderId }: TransactionRequest) => idempotencyKey(orderId),
  body: orderBody,
  reply: order,
  result: (reply, context) => resultOf(reply, context),
});

/** The request carries our key: `fetchLinkedPdf` sends it to the account's host, whatever the link says. */
const getBoletoPdf: Operation<
  OrdersAccount,
  { readonly transactionId: string },
  Uint8Array | undefined
> = async ({ transactionId }, context) => {
  const orderReply = await context.find(
    { method: 'GET', path: at('/orders', transactionId) },
    order,
  );
  return fetchLinkedPdf(orderReply?.charges[0].last_transaction?.pdf, context, 'root');
};

/** Statuses of a refunded charge. A PIX is refunded some time after our request; until then its `success` is null. */
const TAKEN_BACK: ReadonlySet<string> = new Set(['canceled', 'refunded']);

/** The refund call needs the id of the charge, which only the order states. */
const refund: ProviderOperations<OrdersAccount>['refund'] = async (request, context) => {
  const path = at('/orders', request.transactionId);
  const { charges } = await context.call({ method: 'GET', path }, order);
  const cancel = refundCall({
    method: 'DELETE',
    path: () => at('/charges', charges[0].id),
    headers: ({ refundId }) => idempotencyKey(refundId),
    body: ({ amount }) => ({ amount: context.amount(amount) }),
    reply: charge.pick({ id: true, status: true, last_transaction: true }),
    result: ({ status, last_transaction: last }) => {
      if (last?.success === false) return { status: false };
      const isDone = last?.success === true || TAKEN_BACK.has(status);
      return isDone ? { status: true } : { status: false, isAccepted: true };
    },
  });
  return cancel(request, context);
};

export const pagarmeOrders = {
  charge: { PIX: placeOrder, BILLET: placeOrder, CREDIT_CARD: placeOrder },
  getTransaction: lookup({
    path: ({ transactionId }: { readonly transactionId: string }) => at('/orders', transactionId),
    reply: order,
    result: (reply, context: ProviderContext<OrdersAccount>) => resultOf(reply, context),
  }),
  getBoletoPdf,
  findTransaction: lookup({
    path: () => '/orders',
    query: ({ orderId }: { readonly orderId: string }) => ({ code: orderId }),
    // Skips an order that does not fit the schema: ours do.
    reply: z.object({ data: z.array(order.nullable().catch(null)) }),
    result: ({ data }, context: ProviderContext<OrdersAccount>, { orderId }) => {
      const orderReply = data.find((each) => each?.code === orderId);
      return orderReply ? resultOf(orderReply, context) : undefined;
    },
  }),
  refund,
} satisfies ProviderOperations<OrdersAccount>;
