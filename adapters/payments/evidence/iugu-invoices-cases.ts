import { cents } from '#/domain/values/money.ts';
import type { TransactionRequest } from '#/domain/ports/charge.ts';
import { unproven } from './common-cases.ts';
import type { OperationCase } from './provider-cases.ts';
import {
  BOLETO_LINE,
  boletoCharge,
  BR_CODE,
  card,
  cardCharge,
  ORDER_ID,
  pixCharge,
  WEBHOOK_URL,
} from './samples.ts';

/** Samples of iugu's documentation, with our amounts and customers. */

export const INVOICE_ID = 'E33604A9FDFB42FEAABBACCDCF3AFBA9';

const LINK = 'https://faturas.iugu.com/e33604a9-fdfb-42fe-aabb-accdcf3afba9-0844';
const BOLETO_URL =
  'https://boletos.iugu.com/v1/public/invoice/e33604a9-fdfb-42fe-aabb-accdcf3afba9-0844/bank_slip';

/** `created_at` is formatted text, not an instant. */
export const invoiceOf = (parts: object) => ({
  id: INVOICE_ID,
  due_date: '2026-11-21',
  currency: 'BRL',
  items_total_cents: 1990,
  status: 'pending',
  total_cents: 1990,
  total_paid_cents: 0,
  refunded_cents: 0,
  payable_with: 'pix',
  payment_method: null,
  order_id: ORDER_ID,
  secure_url: LINK,
  total: 'R$ 19,90',
  created_at: '20/11, 09:00',
  created_at_iso: '2026-11-20T09:00:00-03:00',
  credit_card_brand: null,
  credit_card_last_4: null,
  bank_slip: null,
  ...parts,
});

export const pixInvoice = invoiceOf({
  pix: { qrcode: `${LINK}/test/qr_code`, qrcode_text: BR_CODE },
});

export const boletoInvoice = invoiceOf({
  payable_with: ['bank_slip'],
  bank_slip: {
    digitable_line: BOLETO_LINE,
    barcode: 'http://iugu.com/invoices/barcode/0958d2aa',
    bank_slip_url: BOLETO_URL,
    bank_slip_pdf_url: `${BOLETO_URL}.pdf`,
  },
});

const cardInvoice = invoiceOf({ payable_with: 'credit_card' });

export const paidByCard = invoiceOf({
  status: 'paid',
  payable_with: 'all',
  payment_method: 'iugu_credit_card',
  credit_card_brand: 'VISA',
  credit_card_last_4: '1111',
  total_paid_cents: 1990,
  refunded_cents: 500,
});

const paidByPix = (fields: object) =>
  invoiceOf({ status: 'paid', payment_method: 'iugu_pix', ...fields });

const payer = {
  name: 'Fulano de Tal',
  email: 'fulano@example.com',
  cpf_cnpj: '52998224725',
  phone_prefix: '11',
  phone: '912345678',
};

const payerAt = {
  ...payer,
  address: {
    zip_code: '01310100',
    street: 'Avenida Paulista',
    number: '1000',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    country: 'Brasil',
  },
};

const invoicing = (payableWith: string, fields: object = {}) => ({
  method: 'POST' as const,
  path: '/invoices',
  query: { api_token: 'api_token_for_tests' },
  headers: { 'idempotency-key': ORDER_ID },
  json: {
    email: 'fulano@example.com',
    order_id: ORDER_ID,
    items: [{ description: 'Um e-book', price_cents: 1990, quantity: 1 }],
    payer,
    payable_with: payableWith,
    due_date: '2026-11-21',
    expires: true,
    expires_in: '0',
    notification_url: WEBHOOK_URL,
    ignore_due_email: true,
    ...fields,
  },
});

const charging = (paymentMethod: object) => ({
  method: 'POST' as const,
  path: '/charge',
  headers: { 'idempotency-key': `${ORDER_ID}-card` },
  json: { ...paymentMethod, invoice_id: INVOICE_ID, months: 3 },
});

const cardInvoicing = invoicing('credit_card', { payer: payerAt });
const invoiced = { request: cardInvoicing, reply: { json: cardInvoice } } as const;
const chargeExchange = (answer: object) => ({
  request: charging({ token: 'tok_for_tests' }),
  reply: { json: { errors: {}, url: LINK, pdf: `${LINK}.pdf`, invoice_id: INVOICE_ID, ...answer } },
});

const result = {
  transactionId: INVOICE_ID,
  currency: 'BRL',
  orderId: ORDER_ID,
  amount: cents(1_990),
  refundedAmount: cents(0),
  expiresAt: '2026-11-22T02:59:59.999Z',
};
const pixResult = {
  ...result,
  paymentMethod: 'PIX',
  status: 'PENDING',
  pixCode: BR_CODE,
} as const;
const cardResult = { ...result, paymentMethod: 'CREDIT_CARD' } as const;

export const no = { status: 422, json: { errors: { 'payer.cpf_cnpj': ['não é válido'] } } };
export const invalid = { kind: 'invalid', mayHaveHappened: false } as const;

const payBy = (name: string, input: TransactionRequest = cardCharge) =>
  ({ operation: 'createTransaction', name, input }) as const;

export const charges: readonly OperationCase[] = [
  {
    ...payBy('charges by PIX', pixCharge),
    exchanges: [{ request: invoicing('pix'), reply: { json: pixInvoice } }],
    result: pixResult,
  },
  {
    ...payBy('reports a PIX charge refused for invalid data', pixCharge),
    exchanges: [{ request: invoicing('pix'), reply: no }],
    failure: invalid,
  },
  {
    ...payBy('sends the requested due date, the return address and the splits with a charge', {
      ...pixCharge,
      expiresAt: '2026-11-20T13:00:00.000Z',
      checkoutUrl: 'https://razao.example/checkout/1',
      splits: [
        {
          recipientId: 'account-1',
          type: 'PERCENTAGE',
          amount: 7_050,
          chargeProcessingFee: true,
          chargeRemainder: true,
          liable: true,
        },
        {
          recipientId: 'account-2',
          type: 'FIXED',
          amount: 500,
          chargeProcessingFee: false,
          chargeRemainder: false,
          liable: false,
        },
      ],
    }),
    exchanges: [
      {
        request: invoicing('pix', {
          due_date: '2026-11-20',
          return_url: 'https://razao.example/checkout/1',
          splits: [
            { recipient_account_id: 'account-1', percent: 70.5 },
            { recipient_account_id: 'account-2', cents: 500 },
          ],
        }),
        reply: { json: pixInvoice },
      },
    ],
    result: pixResult,
  },
  {
    ...payBy('charges by boleto', boletoCharge),
    exchanges: [
      { request: invoicing('bank_slip', { payer: payerAt }), reply: { json: boletoInvoice } },
    ],
    result: {
      ...result,
      paymentMethod: 'BILLET',
      status: 'PENDING',
      billetCode: BOLETO_LINE,
      billetUrl: BOLETO_URL,
    },
  },
  {
    ...payBy('rejects a boleto for a buyer without an address', {
      ...pixCharge,
      paymentMethod: 'BILLET',
    }),
    exchanges: [],
    failure: {
      ...invalid,
      text: 'A iugu só emite boleto com o endereço do comprador: CEP, rua, número e bairro.',
    },
  },
  {
    ...payBy('reports a boleto refused for invalid data', boletoCharge),
    exchanges: [{ request: invoicing('bank_slip', { payer: payerAt }), reply: no }],
    failure: unproven,
  },
  {
    ...payBy('creates an invoice, and pays it by card'),
    exchanges: [invoiced, chargeExchange({ success: true, message: 'Autorizado', LR: '00' })],
    result: { ...cardResult, status: 'APPROVED' },
  },
  {
    ...payBy('reports a card charge under analysis as pending'),
    exchanges: [invoiced, chargeExchange({ success: true, message: 'Em análise', LR: null })],
    result: { ...cardResult, status: 'PENDING' },
  },
  {
    ...payBy('reports a declined card with the decline code'),
    exchanges: [invoiced, chargeExchange({ success: false, message: 'Não autorizado', LR: '51' })],
    result: { ...cardResult, status: 'REJECTED', refusal: '51' },
  },
  {
    ...payBy('charges a saved card', { ...cardCharge, cardId: 'method-1' }),
    exchanges: [
      invoiced,
      {
        request: charging({ customer_payment_method_id: 'method-1' }),
        reply: { json: { success: true, LR: '00', invoice_id: INVOICE_ID } },
      },
    ],
    result: { ...cardResult, status: 'APPROVED' },
  },
  {
    ...payBy('reports a refused card charge as possibly made, because its invoice stays open'),
    exchanges: [invoiced, { request: charging({ token: 'tok_for_tests' }), reply: no }],
    failure: { ...invalid, mayHaveHappened: true },
  },
  {
    ...payBy('rejects a card charge without a token', {
      ...boletoCharge,
      paymentMethod: 'CREDIT_CARD',
    }),
    exchanges: [],
    failure: { ...invalid, text: 'Card token is required for credit card payments.' },
  },
];

const getTransaction = {
  operation: 'getTransaction',
  input: { transactionId: INVOICE_ID },
} as const;
export const readInvoice = {
  method: 'GET',
  path: `/invoices/${INVOICE_ID}`,
  query: { api_token: 'api_token_for_tests' },
} as const;

export const getTransactionCases: readonly OperationCase[] = [
  {
    ...getTransaction,
    name: 'reads an invoice paid by card, with its refunded amount',
    exchanges: [{ request: readInvoice, reply: { json: paidByCard } }],
    result: {
      ...cardResult,
      status: 'APPROVED',
      refundedAmount: cents(500),
      cardBrand: 'VISA',
      cardLastDigits: '1111',
    },
  },
  ...[1890, 2990].map((paid): OperationCase => ({
    ...getTransaction,
    name: `reads that ${paid} cents of an invoice were paid`,
    exchanges: [{ request: readInvoice, reply: { json: paidByPix({ total_paid_cents: paid }) } }],
    result: { ...result, paymentMethod: 'PIX', status: 'APPROVED', amount: cents(paid) },
  })),
  {
    ...getTransaction,
    name: 'reads what was paid so far of an invoice that was paid in part',
    exchanges: [
      {
        request: readInvoice,
        reply: { json: paidByPix({ status: 'partially_paid', total_paid_cents: 500 }) },
      },
    ],
    result: { ...result, paymentMethod: 'PIX', status: 'PENDING', amount: cents(500) },
  },
  {
    ...getTransaction,
    name: 'reads the amount of a paid invoice that does not state what was paid',
    exchanges: [{ request: readInvoice, reply: { json: paidByPix({}) } }],
    result: { ...result, paymentMethod: 'PIX', status: 'APPROVED' },
  },
  {
    ...getTransaction,
    name: 'returns undefined for an unknown invoice',
    exchanges: [{ request: readInvoice, reply: { status: 404, json: { errors: 'Not Found' } } }],
    result: undefined,
  },
  {
    ...getTransaction,
    name: 'reports an unauthorised charge look-up',
    exchanges: [{ request: readInvoice, reply: { status: 401, json: { errors: 'Unauthorized' } } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];

const tokenising = { operation: 'createCardToken', input: card } as const;
const tokenRequest = {
  method: 'POST',
  path: '/payment_token',
  json: {
    account_id: 'account_of_tests',
    method: 'credit_card',
    data: {
      first_name: 'Fulano',
      last_name: 'de Tal',
      number: '4111111111111111',
      verification_value: '737',
      month: '12',
      year: '2030',
    },
  },
} as const;

export const cards: readonly OperationCase[] = [
  {
    ...tokenising,
    name: 'tokenises a card',
    exchanges: [
      { request: tokenRequest, reply: { json: { id: 'token_1', method: 'credit_card' } } },
    ],
    result: 'token_1',
  },
  {
    ...tokenising,
    name: 'reports the tokeniser’s message for an invalid card',
    exchanges: [{ request: tokenRequest, reply: no }],
    failure: { ...invalid, text: 'não é válido' },
  },
];
