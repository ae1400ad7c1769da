import { z } from 'zod';
import type { TransactionRequest } from '#/domain/ports/charge.ts';
import { addDays, dayOf, startOfDay } from '#/domain/values/time.ts';
import { cardForProvider, requireCardToken } from '#/adapters/payments/kit/values/card.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import { lookup, type Operation, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import {
  days,
  endOf,
  lastDayOf,
  minutes,
  secondsUntilEnd,
} from '#/adapters/payments/kit/values/expiry.ts';
import { fetchLinkedPdf } from '#/adapters/payments/kit/network/linked-pdf.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';
import { secret } from '#/adapters/payments/kit/keys.ts';

/** Cel_Cash's charges (acquirers.70; API v2). `payday` is a day in São Paulo. */

export const celcoinAccount = z.object({
  baseUrl: z.url().default('https://api.galaxpay.com.br/v2'),
  /** The host of its boletos. */
  slipsBaseUrl: z.url().default('https://app.celcoin.com.br'),
  galaxId: z.string().min(1),
  galaxHash: secret(z.string().min(1)),
  /** The secret that every notice repeats. */
  confirmHash: secret(z.string().min(1)),
});

type Account = z.output<typeof celcoinAccount>;

const text = z.string().nullish();

const transaction = z.object({
  status: z.string(),
  payday: z.iso.date(),
  reasonDenied: text,
  AbecsReasonDenied: z.object({ code: z.coerce.string() }).nullish(),
  Pix: z.object({ qrCode: text, endToEnd: text }).nullish(),
  Boleto: z.object({ pdf: text, bankLine: text }).nullish(),
});

const charge = z.object({
  galaxPayId: z.coerce.string(),
  myId: text,
  value: z.number().int(),
  mainPaymentMethodId: z.enum(['pix', 'creditcard', 'boleto']),
  Transactions: z.tuple([transaction], transaction),
  PaymentMethodCreditCard: z.object({ Card: z.object({ number: text }).nullish() }).nullish(),
});

/** The reply to a capture has no envelope. */
const chargeReply = z
  .object({ Charge: charge })
  .transform((reply) => reply.Charge)
  .or(charge);

const methodWords = { PIX: 'pix', CREDIT_CARD: 'creditcard', BILLET: 'boleto' } as const;
const methods = { pix: 'PIX', creditcard: 'CREDIT_CARD', boleto: 'BILLET' } as const;

const EXPIRY = { pix: minutes(1_440), boleto: days(3) };

/** The card's money is reserved but not captured. */
const isReserved = ({ mainPaymentMethodId, Transactions }: z.output<typeof charge>): boolean =>
  mainPaymentMethodId === 'creditcard' && Transactions[0].status === 'authorized';

/** A boleto paid with more than its value, or twice; the amount is not documented. */
const PAID_OTHERWISE: ReadonlySet<string> = new Set(['moreValueBoleto', 'paidDuplicityBoleto']);

const transactionResult = (charged: z.output<typeof charge>, context: ProviderContext<Account>) => {
  const { status, payday, reasonDenied, AbecsReasonDenied, Pix, Boleto } = charged.Transactions[0];
  const paymentMethod = methods[charged.mainPaymentMethodId];
  const cardNumber = charged.PaymentMethodCreditCard?.Card?.number;
  const refusal = AbecsReasonDenied?.code ?? reasonDenied;
  return {
    paymentMethod,
    transactionId: charged.galaxPayId,
    ...(charged.myId && { orderId: charged.myId }),
    status: context.status(status),
    ...(isReserved(charged) && { isAuthorised: true as const }),
    amount: {
      asked: context.cents(charged.value),
      paid: PAID_OTHERWISE.has(status) ? ('OTHER' as const) : ('NEVER_STATED' as const),
    },
    ...(Pix?.qrCode && { pixCode: Pix.qrCode }),
    ...(Pix?.endToEnd && { endToEndId: Pix.endToEnd }),
    ...(Boleto?.bankLine && { billetCode: Boleto.bankLine }),
    ...(Boleto?.pdf && { billetUrl: Boleto.pdf }),
    ...(paymentMethod === 'BILLET' && { expiresAt: startOfDay(addDays(payday, 1)) }),
    ...(cardNumber && { cardLastDigits: cardNumber.slice(-4) }),
    ...(refusal && { refusal }),
  };
};

/** The card itself, or the hash of a saved card. @throws ProviderFailure `invalid` */
const cardOf = (request: TransactionRequest) => {
  if (!request.card) return { hash: requireCardToken(request) };
  const { number, holderName: holder, expMonth, expYear, cvv } = cardForProvider(request.card);
  return { number, holder, expiresAt: `${expYear}-${expMonth.padStart(2, '0')}`, cvv };
};

const paymentMethodFields = (request: TransactionRequest, context: ProviderContext<Account>) => {
  const { paymentMethod, description: instructions, installments: qtdInstallments } = request;
  if (paymentMethod === 'BILLET') return { PaymentMethodBoleto: { instructions } };
  if (paymentMethod === 'CREDIT_CARD') {
    const Card = cardOf(request);
    return { PaymentMethodCreditCard: { Card, preAuthorize: true, qtdInstallments } };
  }
  const value = Math.max(1, Math.floor(secondsUntilEnd(request, EXPIRY.pix, context.now) / 60));
  return { PaymentMethodPix: { instructions, Deadline: { type: 'minutes', value } } };
};

const addressOf = ({ address }: TransactionRequest) => {
  if (!address) return {};
  const { address: street, district: neighborhood, ...rest } = address;
  return { Address: { ...rest, street, neighborhood } };
};

const chargeBody = (request: TransactionRequest, context: ProviderContext<Account>) => {
  const { paymentMethod, customer } = request;
  const { document, name, email, phone } = customer;
  const now = context.now();
  return {
    myId: request.orderId,
    value: context.amount(request.amount),
    payday: paymentMethod === 'BILLET' ? lastDayOf(request, EXPIRY.boleto, now) : dayOf(now),
    mainPaymentMethodId: methodWords[paymentMethod],
    Customer: {
      myId: document,
      name,
      document,
      emails: [email],
      phones: [Number(phone)],
      ...addressOf(request),
    },
    ...paymentMethodFields(request, context),
  };
};

interface ById {
  readonly transactionId: string;
}

const capture = async ({ transactionId }: ById, context: ProviderContext<Account>) => {
  const path = `/charges/${pathPart(transactionId)}/galaxPayId/capture`;
  return transactionResult(
    await context.call({ method: 'PUT', path, json: {} }, chargeReply),
    context,
  );
};

/** Captures a reserved card at once. If the capture fails, the read-back can make it (`domain/workflows/capture.ts`). */
const createCharge = async (request: TransactionRequest, context: ProviderContext<Account>) => {
  const json = chargeBody(request, context);
  const charged = await context.call({ method: 'POST', path: '/charges', json }, chargeReply);
  const result = transactionResult(charged, context);
  if (isReserved(charged)) return capture(result, context);
  return {
    ...result,
    ...(request.paymentMethod === 'PIX' && {
      expiresAt: endOf(request, EXPIRY.pix, context.now()),
    }),
  };
};

/** Reads a charge by the provider's id or by ours. */
const lookUp = <By, Output>(
  queryOf: (by: By) => Readonly<Record<string, string>>,
  result: (charged: z.output<typeof charge>, context: ProviderContext<Account>) => Output,
) =>
  lookup({
    path: () => '/charges',
    query: (by: By) => ({ ...queryOf(by), startAt: 0, limit: 10 }),
    reply: z.object({ Charges: z.array(charge) }),
    result: ({ Charges: [charged] }, context: ProviderContext<Account>) =>
      charged && result(charged, context),
  });

const byId = ({ transactionId }: ById) => ({ galaxPayIds: transactionId });

const boletoLink = lookUp(byId, ({ Transactions: [{ Boleto }] }) => Boleto?.pdf);

/** The PDF is public at the host of the boletos, so the request carries no key. */
const getBoletoPdf: Operation<Account, ById, Uint8Array | undefined> = async (by, context) =>
  fetchLinkedPdf(await boletoLink(by, context), context, 'boletos');

export const celcoinCharges = {
  charge: { PIX: createCharge, CREDIT_CARD: createCharge, BILLET: createCharge },
  getTransaction: lookUp(byId, transactionResult),
  findTransaction: lookUp((by: { orderId: string }) => ({ myIds: by.orderId }), transactionResult),
  capture,
  getBoletoPdf,
} satisfies ProviderOperations<Account>;
