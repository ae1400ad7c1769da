import { z } from 'zod';
import { cents, sum } from '#/domain/values/money.ts';
import type { CardData } from '#/domain/ports/card.ts';
import type { Address, PaymentMethod, TransactionRequest } from '#/domain/ports/charge.ts';
import type { RefundRequest, RefundResult } from '#/domain/ports/refund.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import {
  endpoint,
  idempotencyKey,
  lookup,
  type ProviderContext,
} from '#/adapters/payments/kit/endpoint.ts';
import { days, instantOf, lastDayOf } from '#/adapters/payments/kit/values/expiry.ts';
import { firstMessage, requireCardToken } from '#/adapters/payments/kit/values/card.ts';
import { refuse } from '#/adapters/payments/kit/failure.ts';
import type { Keys } from '#/adapters/payments/kit/keys.ts';
import { fetchLinkedPdf } from '#/adapters/payments/kit/network/linked-pdf.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';
import { NOT_REFUNDED, refundCall } from '#/adapters/payments/kit/refund.ts';
import {
  statedAmountOf,
  type ChargeAmount,
  type ChargeReply,
} from '#/adapters/payments/kit/values/charge-amount.ts';

/** Invoices of iugu v1, paid by card in a second call (acquirers.64, acquirers.108, acquirers.98). */

const text = z.string().nullish();

const invoice = z.object({
  id: z.string(),
  order_id: text,
  status: z.string(),
  currency: text,
  total_cents: z.number().int(),
  total_paid_cents: z.number().int().nullish(),
  refunded_cents: z.number().int().nullish(),
  due_date: text,
  secure_url: text,
  payable_with: z.union([z.string(), z.array(z.string())]).nullish(),
  payment_method: text,
  pix: z.object({ qrcode_text: text }).nullish(),
  bank_slip: z
    .object({ digitable_line: text, bank_slip_url: text, bank_slip_pdf_url: text })
    .nullish(),
  credit_card_brand: text,
  credit_card_last_4: text,
});

type Invoice = z.output<typeof invoice>;

/** `LR` is the card brand's response code; 00 = approved. */
const chargeReply = z.object({ success: z.boolean(), LR: text });

const methodWords = { PIX: 'pix', BILLET: 'bank_slip', CREDIT_CARD: 'credit_card' } as const;

const methodOf = ({ payment_method: paidWith, payable_with: payableWith }: Invoice) => {
  const word = paidWith ?? [payableWith ?? ''].flat().join();
  if (word.includes('credit_card')) return 'CREDIT_CARD';
  return word.includes('bank_slip') ? 'BILLET' : 'PIX';
};

/** The total repeats our request, whatever the buyer paid. */
const amountOf = (
  { total_cents: asked, total_paid_cents: paid }: Invoice,
  context: ProviderContext<Keys>,
): ChargeAmount => ({
  asked: context.cents(asked),
  paid: typeof paid === 'number' ? context.cents(paid) : null,
});

const resultOf = (reply: Invoice, context: ProviderContext<Keys>): ChargeReply => {
  const { pix, bank_slip: boleto, refunded_cents: refunded, due_date: due } = reply;
  const expiresAt = due ? instantOf(due) : undefined;
  const paymentMethod: PaymentMethod = methodOf(reply);
  const billetUrl = boleto?.bank_slip_url ?? reply.secure_url;
  return {
    paymentMethod,
    transactionId: reply.id,
    ...(reply.order_id && { orderId: reply.order_id }),
    status: context.status(reply.status),
    amount: amountOf(reply, context),
    ...(reply.currency && { currency: reply.currency }),
    ...(typeof refunded === 'number' && { refundedAmount: context.cents(refunded) }),
    ...(pix?.qrcode_text && { pixCode: pix.qrcode_text }),
    ...(boleto?.digitable_line && { billetCode: boleto.digitable_line }),
    ...(paymentMethod === 'BILLET' && billetUrl && { billetUrl }),
    ...(expiresAt && { expiresAt }),
    ...(reply.credit_card_brand && { cardBrand: reply.credit_card_brand }),
    ...(reply.credit_card_last_4 && { cardLastDigits: reply.credit_card_last_4 }),
  };
};

const personOf = ({ name, email, document, phone }: TransactionRequest['customer']) => ({
  name,
  email,
  cpf_cnpj: document,
  phone_prefix: phone.slice(0, 2),
  phone: phone.slice(2),
});

const addressOnWire = (address: Address) => ({
  zip_code: address.zipCode,
  street: address.address,
  number: address.number,
  complement: address.complement,
  district: address.district,
  city: address.city,
  state: address.state,
  country: 'Brasil',
});

/** iugu needs the buyer's address for a boleto. @throws ProviderFailure `invalid` */
const payerOf = ({ customer, address, paymentMethod }: TransactionRequest) => {
  if (paymentMethod === 'BILLET' && !address) {
    refuse('A iugu só emite boleto com o endereço do comprador: CEP, rua, número e bairro.');
  }
  return { ...personOf(customer), address: address && addressOnWire(address) };
};

const splitsOf = ({ splits }: TransactionRequest) =>
  splits?.map(({ recipientId, amount, type }) => ({
    recipient_account_id: recipientId,
    ...(type === 'FIXED' ? { cents: amount } : { percent: amount / 100 }),
  }));

/** Cents; iugu refuses an invoice with a smaller line. */
const LEAST_LINE = 100;

/** Adds items below `LEAST_LINE` to the first larger one, if any. */
const linesOf = (items: TransactionRequest['items']): TransactionRequest['items'] => {
  const small = items.filter(({ unitPrice }) => unitPrice < LEAST_LINE);
  const [first, ...others] = items.filter(({ unitPrice }) => unitPrice >= LEAST_LINE);
  if (first === undefined || small.length === 0) return items;
  const merged = [first, ...small];
  const unitPrice = sum(merged.map(({ unitPrice: each, quantity }) => cents(each * quantity)));
  return [{ ...first, unitPrice, quantity: 1 }, ...others];
};

const createInvoice = endpoint({
  method: 'POST',
  path: () => '/invoices',
  headers: ({ orderId }: TransactionRequest) => idempotencyKey(orderId),
  body: (request, context: ProviderContext<Keys>) => ({
    email: request.customer.email,
    order_id: request.orderId,
    items: linesOf(request.items).map(({ title, unitPrice, quantity }) => ({
      description: title,
      price_cents: context.amount(unitPrice),
      quantity,
    })),
    payer: payerOf(request),
    payable_with: methodWords[request.paymentMethod],
    due_date: lastDayOf(request, days(1), context.now()),
    // The invoice cannot be paid after the due day.
    expires: true,
    expires_in: '0',
    return_url: request.checkoutUrl,
    notification_url: request.webhookUrl,
    // iugu must not send the buyer reminders by e-mail.
    ignore_due_email: true,
    splits: splitsOf(request),
  }),
  reply: invoice,
  result: resultOf,
});

const cardOf = (request: TransactionRequest) =>
  request.cardId === undefined
    ? { token: requireCardToken(request) }
    : { customer_payment_method_id: request.cardId };

/** A success without code 00 may wait for risk analysis: the charge stays pending and is read back. */
const outcomeOf = ({ success, LR: code }: z.output<typeof chargeReply>) => {
  if (success) return { status: code === '00' ? 'APPROVED' : 'PENDING' } as const;
  return { status: 'REJECTED', ...(code && { refusal: code }) } as const;
};

const chargeCard = async (
  request: TransactionRequest,
  context: ProviderContext<Keys>,
): Promise<ChargeReply> => {
  const card = cardOf(request);
  const created = await createInvoice(request, context);
  const reply = await context.call(
    {
      method: 'POST',
      path: '/charge',
      headers: idempotencyKey(`${request.orderId}-card`),
      json: { ...card, invoice_id: created.transactionId, months: request.installments },
    },
    chargeReply,
  );
  return { ...created, ...outcomeOf(reply) };
};

/** iugu wants first and last name (acquirers.98). */
const holderOf = ({ holderName }: CardData) => {
  const [, first = holderName, last = ''] = /^(\S+)\s+(.*)$/.exec(holderName.trim()) ?? [];
  return { first_name: first, last_name: last };
};

/** Sends the account id and no key, as a browser would. */
const createCardToken = endpoint({
  method: 'POST',
  path: () => '/payment_token',
  via: 'keyless',
  explain: firstMessage('Ocorreu um erro desconhecido.'),
  body: (card: CardData, { account }: ProviderContext<Keys>) => ({
    account_id: account.publicKey ?? refuse('Public key is required'),
    method: 'credit_card',
    data: {
      ...holderOf(card),
      number: card.cardNumber,
      verification_value: card.cvv,
      month: card.expMonth,
      year: `20${card.expYear}`,
    },
  }),
  reply: z.object({ id: z.string().min(1) }),
  result: ({ id }) => id,
});

/**
 * Refunds at iugu: a PIX only whole, a card also in part, a boleto not at all (dev.iugu.com, *Realizar o reembolso*).
 * @throws ProviderFailure `invalid` for any other refund, and as `ProviderContext.call`
 */
const refund = async (
  request: RefundRequest,
  context: ProviderContext<Keys>,
): Promise<RefundResult> => {
  const { transactionId, amount } = request;
  const invoiceReply = await context.call(
    { method: 'GET', path: at('/invoices', transactionId) },
    invoice,
  );
  const method = methodOf(invoiceReply);
  const isWhole = amount === statedAmountOf(amountOf(invoiceReply, context));
  if (method === 'BILLET') {
    refuse(`${NOT_REFUNDED} A iugu não devolve boletos: transfira o valor ao comprador.`);
  }
  if (method === 'PIX' && !isWhole) {
    refuse(`${NOT_REFUNDED} A iugu só devolve um PIX por inteiro.`);
  }
  const refundInvoice = refundCall({
    method: 'POST',
    path: () => `${at('/invoices', transactionId)}/refund`,
    ...(!isWhole && { body: () => ({ partial_value_refund_cents: context.amount(amount) }) }),
    reply: z.looseObject({ id: z.string() }),
  });
  return refundInvoice(request, context);
};

/** The PDF is public at the host of the boletos, so the request carries no key. */
const getBoletoPdf = async (
  { transactionId }: { readonly transactionId: string },
  context: ProviderContext<Keys>,
): Promise<Uint8Array | undefined> => {
  const invoiceReply = await context.find(
    { method: 'GET', path: at('/invoices', transactionId) },
    invoice,
  );
  return fetchLinkedPdf(invoiceReply?.bank_slip?.bank_slip_pdf_url, context, 'boletos');
};

export const iuguInvoices = {
  getBoletoPdf,
  createCardToken,
  charge: { PIX: createInvoice, BILLET: createInvoice, CREDIT_CARD: chargeCard },
  getTransaction: lookup({
    path: ({ transactionId }: { readonly transactionId: string }) => at('/invoices', transactionId),
    reply: invoice,
    result: (reply, context: ProviderContext<Keys>) => resultOf(reply, context),
  }),
  refund,
} satisfies ProviderOperations<Keys>;
