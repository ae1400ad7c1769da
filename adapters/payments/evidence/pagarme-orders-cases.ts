import type { TransactionResult } from '#/domain/ports/charge.ts';
import { cents } from '#/domain/values/money.ts';
import {
  boletoOrder,
  captured,
  declined,
  ID,
  invalid,
  no,
  isUnauthorised,
  orderOf,
  paidOrder,
  pixOrder,
  unauthorised,
} from './pagarme-orders.ts';
import type { OperationCase } from './provider-cases.ts';
import { BOLETO_LINE, boletoCharge, BR_CODE, cardCharge, ORDER_ID, pixCharge } from './samples.ts';

export const customer = {
  name: 'Fulano de Tal',
  email: 'fulano@example.com',
  type: 'individual',
  document: '52998224725',
  document_type: 'CPF',
  phones: { mobile_phone: { country_code: '55', area_code: '11', number: '912345678' } },
};

const addressOnWire = {
  line_1: '1000, Avenida Paulista, Bela Vista',
  zip_code: '01310100',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
};

const orderRequest = (
  payment: object,
  customerFields: object = customer,
  session: object = {},
) => ({
  method: 'POST' as const,
  path: '/orders',
  headers: { 'idempotency-key': ORDER_ID },
  json: {
    code: ORDER_ID,
    items: [{ code: 'offer-1', description: 'Um e-book', amount: 1990, quantity: 1 }],
    customer: customerFields,
    ...session,
    payments: [{ amount: 1990, ...payment }],
  },
});

const buyer = { ...customer, address: addressOnWire };
const pix = { payment_method: 'pix', pix: { expires_in: 86_400 } };
const boleto = {
  payment_method: 'boleto',
  boleto: { due_at: '2026-11-24T02:59:59.999Z', instructions: 'Pagar até o vencimento' },
};
const byCard = (cardFields: object) => ({
  payment_method: 'credit_card',
  credit_card: {
    installments: 3,
    statement_descriptor: 'Umebook',
    operation_type: 'auth_and_capture',
    ...cardFields,
    card: { billing_address: addressOnWire },
  },
});

const result = {
  transactionId: ID,
  orderId: ORDER_ID,
  amount: cents(1_990),
  currency: 'BRL',
};
const pixResult = {
  ...result,
  paymentMethod: 'PIX',
  status: 'PENDING',
  pixCode: BR_CODE,
  expiresAt: '2026-11-21T12:00:00.400Z',
} as const;
const paidResult = {
  ...result,
  paymentMethod: 'PIX',
  status: 'APPROVED',
  endToEndId: 'E12345678202009091221abcdef12345',
  expiresAt: '2026-11-21T12:00:00.400Z',
} as const;
const cardResult = {
  ...result,
  paymentMethod: 'CREDIT_CARD',
  cardBrand: 'Visa',
  cardLastDigits: '1111',
} as const;

const allDuties = { chargeProcessingFee: true, chargeRemainder: true, liable: true };
const noDuties = { chargeProcessingFee: false, chargeRemainder: false, liable: false };

const charging = { operation: 'createTransaction' } as const;
const getTransaction = {
  operation: 'getTransaction',
  input: { transactionId: ID },
} as const;
export const readOrder = { method: 'GET', path: `/orders/${ID}` } as const;
const finding = { operation: 'findTransaction', input: { orderId: ORDER_ID } } as const;
const findOrder = { method: 'GET', path: '/orders', query: { code: ORDER_ID } } as const;

export const charges: readonly OperationCase[] = [
  {
    ...charging,
    name: 'charges by PIX in one request, without fetching a QR image',
    input: pixCharge,
    exchanges: [{ request: orderRequest(pix), reply: { json: pixOrder } }],
    result: pixResult,
  },
  {
    ...charging,
    name: 'charges by boleto',
    input: boletoCharge,
    exchanges: [{ request: orderRequest(boleto, buyer), reply: { json: boletoOrder } }],
    result: {
      ...result,
      paymentMethod: 'BILLET',
      status: 'PENDING',
      billetCode: BOLETO_LINE,
      billetUrl: 'https://sandbox.pagar.me/Boleto/ViewBoleto.aspx?044581ea',
      expiresAt: '2026-11-23T12:00:00.000Z',
    },
  },
  {
    ...charging,
    name: 'charges a card by its token',
    input: cardCharge,
    exchanges: [
      {
        request: orderRequest(byCard({ card_token: 'tok_for_tests' }), buyer),
        reply: { json: captured },
      },
    ],
    result: { ...cardResult, status: 'APPROVED' },
  },
  {
    ...charging,
    name: 'sends the buyer’s IP address and device session with a card charge',
    input: {
      ...cardCharge,
      customerIp: '203.0.113.9',
      fingerPrints: [{ provider: 'pagarme', value: 'session-1' }],
    },
    exchanges: [
      {
        request: orderRequest(byCard({ card_token: 'tok_for_tests' }), buyer, {
          ip: '203.0.113.9',
          session_id: 'session-1',
        }),
        reply: { json: captured },
      },
    ],
    result: { ...cardResult, status: 'APPROVED' },
  },
  {
    ...charging,
    name: 'charges a card with a random statement descriptor when the title has no letters',
    input: { ...cardCharge, description: '★ ★ ★' },
    exchanges: [
      {
        request: orderRequest(
          byCard({ card_token: 'tok_for_tests', statement_descriptor: '0W90EMD8ZUTOZ' }),
          buyer,
        ),
        reply: { json: captured },
      },
    ],
    result: { ...cardResult, status: 'APPROVED' },
  },
  {
    ...charging,
    name: 'rejects a card charge when neither the buyer nor the account has an address',
    input: { ...pixCharge, paymentMethod: 'CREDIT_CARD', cardToken: 'tok_for_tests' },
    exchanges: [],
    failure: {
      ...invalid,
      text: 'A Pagar.me exige um endereço de cobrança no cartão: informe-o na conta.',
    },
  },
  {
    ...charging,
    name: 'reports a declined charge of a saved card with the decline code',
    input: { ...cardCharge, cardId: 'card_1' },
    exchanges: [
      { request: orderRequest(byCard({ card_id: 'card_1' }), buyer), reply: { json: declined } },
    ],
    result: { ...cardResult, status: 'REJECTED', refusal: '51' },
  },
  ...[pixCharge, boletoCharge, cardCharge].map((input): OperationCase => ({
    ...charging,
    name: `reports a charge by ${input.paymentMethod} refused for invalid data`,
    input,
    exchanges: [
      {
        request: {
          PIX: orderRequest(pix),
          BILLET: orderRequest(boleto, buyer),
          CREDIT_CARD: orderRequest(byCard({ card_token: 'tok_for_tests' }), buyer),
        }[input.paymentMethod],
        reply: no,
      },
    ],
    failure: invalid,
  })),
  {
    ...charging,
    name: 'splits a charge between recipients',
    input: {
      ...pixCharge,
      splits: [
        { recipientId: 're_1', type: 'PERCENTAGE', amount: 7_000, ...allDuties },
        { recipientId: 're_2', type: 'FIXED', amount: 597, ...noDuties },
      ],
    },
    exchanges: [
      {
        request: orderRequest({
          ...pix,
          split: [
            {
              recipient_id: 're_1',
              type: 'percentage',
              amount: 70,
              options: { charge_processing_fee: true, charge_remainder_fee: true, liable: true },
            },
            {
              recipient_id: 're_2',
              type: 'flat',
              amount: 597,
              options: { charge_processing_fee: false, charge_remainder_fee: false, liable: false },
            },
          ],
        }),
        reply: { json: pixOrder },
      },
    ],
    result: pixResult,
  },
  {
    ...charging,
    name: 'rejects a split in which no recipient is liable for chargebacks',
    input: {
      ...pixCharge,
      splits: [
        { recipientId: 're_1', type: 'PERCENTAGE', amount: 10_000, ...allDuties, liable: false },
      ],
    },
    exchanges: [],
    failure: {
      ...invalid,
      text: 'Taxas, restante e chargebacks precisam de um recebedor responsável.',
    },
  },
  {
    ...charging,
    name: 'rejects a card charge without a token',
    input: { ...boletoCharge, paymentMethod: 'CREDIT_CARD' },
    exchanges: [],
    failure: { ...invalid, text: 'Card token is required for credit card payments.' },
  },
];

const PAID_AT = '2026-11-20T12:05:00';

const readsOrder = (
  name: string,
  charge: object,
  read: Partial<TransactionResult> & Pick<TransactionResult, 'status'>,
): OperationCase => ({
  ...getTransaction,
  name,
  exchanges: [{ request: readOrder, reply: { json: orderOf(charge) } }],
  result: { ...result, paymentMethod: 'PIX', ...read },
});

export const getTransactionCases: readonly OperationCase[] = [
  {
    ...getTransaction,
    name: 'reads a paid order whose reply has no PIX code',
    exchanges: [{ request: readOrder, reply: { json: paidOrder } }],
    result: paidResult,
  },
  readsOrder(
    'reads what was paid of an order that was paid with another amount',
    { status: 'overpaid', paid_at: PAID_AT, paid_amount: 2990 },
    { status: 'APPROVED', amount: cents(2_990) },
  ),
  readsOrder(
    'reads the amount of a paid order whose paid amount is zero',
    { status: 'paid', paid_at: PAID_AT, paid_amount: 0 },
    { status: 'APPROVED' },
  ),
  readsOrder(
    'reads an order of which a part was refunded as paid',
    {
      status: 'partial_canceled',
      paid_at: PAID_AT,
      paid_amount: 1990,
      canceled_amount: 500,
    },
    { status: 'APPROVED', refundedAmount: cents(500) },
  ),
  readsOrder(
    'reads a paid and then canceled charge as refunded',
    {
      status: 'canceled',
      paid_at: PAID_AT,
      canceled_amount: 1990,
    },
    { status: 'REFUNDED', refundedAmount: cents(1_990) },
  ),
  readsOrder(
    'reads what was paid of an order that was underpaid, and then canceled',
    {
      status: 'canceled',
      paid_at: PAID_AT,
      paid_amount: 1890,
      canceled_amount: 1890,
    },
    { status: 'REFUNDED', amount: cents(1_890), refundedAmount: cents(1_890) },
  ),
  readsOrder(
    'reads what was paid so far of an underpaid order',
    { status: 'underpaid', paid_at: PAID_AT, paid_amount: 1890 },
    { status: 'PENDING', amount: cents(1_890) },
  ),
  {
    ...getTransaction,
    name: 'returns undefined for an unknown order',
    exchanges: [
      { request: readOrder, reply: { status: 404, json: { message: 'Order not found.' } } },
    ],
    result: undefined,
  },
  {
    ...getTransaction,
    name: 'reports an unauthorised charge look-up',
    exchanges: [{ request: readOrder, reply: unauthorised }],
    failure: isUnauthorised,
  },
  {
    ...finding,
    name: 'finds an order by our order id',
    exchanges: [
      { request: findOrder, reply: { json: { data: [pixOrder], paging: { total: 1 } } } },
    ],
    result: pixResult,
  },
  {
    ...finding,
    name: 'finds an order by our order id among orders that are not usable',
    exchanges: [
      {
        request: findOrder,
        reply: {
          json: {
            data: [
              { id: 'or_2', code: ORDER_ID, charges: [] },
              orderOf({ payment_method: 'cash' }),
              null,
              pixOrder,
            ],
          },
        },
      },
    ],
    result: pixResult,
  },
  {
    ...finding,
    name: 'returns undefined when the reply holds only an order with another order id',
    exchanges: [
      { request: findOrder, reply: { json: { data: [{ ...pixOrder, code: 'another' }] } } },
    ],
    result: undefined,
  },
  {
    ...finding,
    name: 'reports an unauthorised search for a charge',
    exchanges: [{ request: findOrder, reply: unauthorised }],
    failure: isUnauthorised,
  },
];
