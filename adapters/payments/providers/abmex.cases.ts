import { refundCalls, unproven, unread } from '#/adapters/payments/evidence/common-cases.ts';
import type { Exchange, OperationCase } from '#/adapters/payments/evidence/provider-cases.ts';
import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import {
  address,
  BOLETO_LINE,
  boletoCharge,
  BR_CODE,
  card,
  cardCharge,
  ORDER_ID,
  pixCharge,
  receiver,
  WEBHOOK_URL,
} from '#/adapters/payments/evidence/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { abmex } from './abmex.ts';

const sale = (
  status: string,
  fields: object = { payment_method: 'pix', pix: { text: BR_CODE } },
) => ({
  id: 77,
  external_id: ORDER_ID,
  status,
  total: 1990,
  ...fields,
});

const post = (body: object): Exchange['request'] => ({
  method: 'POST',
  path: '/sells',
  headers: { authorization: 'Bearer token-for-abmex-tests' },
  json: {
    external_id: ORDER_ID,
    amount: 1990,
    items: [{ id: 'offer-1', title: 'Um e-book', unit_price: 1990, quantity: 1, tangible: false }],
    customer: { ...pixCharge.customer, address: { ...address, country: 'BRA' } },
    splits: [],
    webhook: WEBHOOK_URL,
    ...body,
  },
});

const postPix = post({
  payment_method: 'pix',
  expires_at: '2026-11-21T12:00:00.000Z',
  customer: pixCharge.customer,
  splits: [
    {
      marketplace_id: '9',
      type: 'percentage',
      amount: 9_000,
      charge_processing_fee: false,
      charge_remainder: true,
      liable: true,
    },
  ],
});
const postBoleto = post({ payment_method: 'bank_slip', expires_at: '2026-11-24T02:59:59.999Z' });
const postCard = post({
  payment_method: 'credit_card',
  expires_at: '2027-11-20T12:00:00.000Z',
  credit_card: { token: 'tok_for_tests', installments: 3 },
});

const postCardData = post({
  payment_method: 'credit_card',
  expires_at: '2027-11-20T12:00:00.000Z',
  credit_card: {
    number: '4111111111111111',
    holder_name: 'Fulano de Tal',
    holder_document: '52998224725',
    expiration_month: 12,
    expiration_year: 2030,
    cvv: '737',
    installments: 3,
  },
});
const { cardToken: _, ...withoutToken } = cardCharge;

const splitCharge = {
  ...pixCharge,
  splits: [
    {
      recipientId: '9',
      type: 'PERCENTAGE',
      amount: 9_000,
      chargeProcessingFee: false,
      chargeRemainder: true,
      liable: true,
    },
  ],
} as const;

const invalid = { status: 400, json: { message: 'customer.document' } };
const noSale = {
  kind: 'invalid',
  mayHaveHappened: false,
  text: 'Erro ao criar transação',
} as const;

const resultFields = { transactionId: '77', orderId: ORDER_ID, amount: cents(1_990) };

const charges: readonly OperationCase[] = [
  {
    name: 'charges by PIX with a split',
    operation: 'createTransaction',
    input: splitCharge,
    exchanges: [
      {
        request: postPix,
        reply: {
          json: {
            ...sale('waiting'),
            expires_at: '2026-11-21T09:00:00-03:00',
          },
        },
      },
    ],
    result: {
      ...resultFields,
      paymentMethod: 'PIX',
      status: 'PENDING',
      pixCode: BR_CODE,
      expiresAt: '2026-11-21T12:00:00.000Z',
    },
  },
  {
    name: 'reports a PIX charge refused for invalid data',
    operation: 'createTransaction',
    input: splitCharge,
    exchanges: [{ request: postPix, reply: invalid }],
    failure: noSale,
  },
  {
    name: 'charges by boleto',
    operation: 'createTransaction',
    input: boletoCharge,
    exchanges: [
      {
        request: postBoleto,
        reply: {
          json: sale('waiting', {
            payment_method: 'bank_slip',
            bank_slip: { url: 'https://abmex.example/77.pdf', digitable_line: BOLETO_LINE },
          }),
        },
      },
    ],
    result: {
      ...resultFields,
      paymentMethod: 'BILLET',
      status: 'PENDING',
      billetCode: BOLETO_LINE,
      billetUrl: 'https://abmex.example/77.pdf',
    },
  },
  {
    name: 'reports a boleto refused for invalid data',
    operation: 'createTransaction',
    input: boletoCharge,
    exchanges: [{ request: postBoleto, reply: invalid }],
    failure: unproven,
  },
  {
    name: 'charges a card by its token',
    operation: 'createTransaction',
    input: cardCharge,
    exchanges: [
      { request: postCard, reply: { json: sale('paid', { payment_method: 'credit_card' }) } },
    ],
    result: { ...resultFields, paymentMethod: 'CREDIT_CARD', status: 'APPROVED' },
  },
  {
    name: 'charges a card by its data, without a token',
    operation: 'createTransaction',
    input: { ...withoutToken, card },
    exchanges: [
      { request: postCardData, reply: { json: sale('paid', { payment_method: 'credit_card' }) } },
    ],
    result: { ...resultFields, paymentMethod: 'CREDIT_CARD', status: 'APPROVED' },
  },
  {
    name: 'rejects a card with an invalid number, without sending it',
    operation: 'createTransaction',
    input: { ...withoutToken, card: { ...card, cardNumber: '4111' } },
    exchanges: [],
    failure: { ...noSale, text: 'Número do cartão inválido.' },
  },
  {
    name: 'rejects a card charge without a token or card data',
    operation: 'createTransaction',
    input: { ...pixCharge, paymentMethod: 'CREDIT_CARD' },
    exchanges: [],
    failure: { ...noSale, text: 'Card token is required for credit card payments.' },
  },
];

const get: Exchange['request'] = { method: 'GET', path: '/sells/77' };
const refund: Exchange['request'] = {
  method: 'POST',
  path: '/sells/77/refund',
  json: { amount: 1990 },
};

const laterCases: readonly OperationCase[] = [
  {
    name: 'reads a paid charge',
    operation: 'getTransaction',
    input: { transactionId: '77' },
    exchanges: [{ request: get, reply: { json: sale('paid') } }],
    result: { ...resultFields, paymentMethod: 'PIX', status: 'APPROVED', pixCode: BR_CODE },
  },
  ...unread('77', get),
  ...refundCalls('77', refund),
];

const postReceiver: Exchange['request'] = {
  method: 'POST',
  path: '/marketplaces',
  json: {
    external_id: 'seller-1',
    name: 'Loja do Fulano Ltda',
    document: '11444777000161',
    email: 'loja@example.com',
    description: 'Loja do Fulano',
    phone: '11999999999',
    price_range: 23_368,
    bank: {
      code: '341',
      branch: '1234',
      account: '123456',
      account_digit: '7',
      account_type: 'current',
    },
    address,
  },
};

const receiverAt = (bankCode: string, branchDigit: string) => ({
  ...receiver,
  bankAccount: { ...receiver.bankAccount, bankCode, branchDigit },
});

const noBank = {
  kind: 'invalid',
  mayHaveHappened: false,
  text: 'Banco não suportado, tente outro.',
} as const;

const getReceiver: Exchange['request'] = { method: 'GET', path: '/marketplaces/9' };

const receivers: readonly OperationCase[] = [
  {
    name: 'registers a receiver',
    operation: 'createReceiver',
    input: receiver,
    exchanges: [{ request: postReceiver, reply: { json: { id: 9, created_at: null } } }],
    result: { providerReceiverId: '9', status: 'PENDING' },
  },
  {
    name: 'rejects a receiver with a CPF',
    operation: 'createReceiver',
    input: { ...receiver, documentType: 'CPF', document: '52998224725' },
    exchanges: [],
    failure: { ...noBank, text: 'Adquirente não aceita CPF' },
  },
  {
    name: 'rejects a receiver at an unsupported bank',
    operation: 'createReceiver',
    input: receiverAt('999', '0'),
    exchanges: [],
    failure: noBank,
  },
  ...['001', '036', '246', '204', '237'].map((code): OperationCase => ({
    name: `rejects a receiver at bank ${code} whose branch has a check digit`,
    operation: 'createReceiver',
    input: receiverAt(code, '1'),
    exchanges: [],
    failure: noBank,
  })),
  {
    name: 'reads a receiver with a creation date as active',
    operation: 'getReceiver',
    input: { providerReceiverId: '9' },
    exchanges: [
      { request: getReceiver, reply: { json: { id: 9, created_at: '2026-11-20 09:00:00' } } },
    ],
    result: { providerReceiverId: '9', status: 'ACTIVE' },
  },
  {
    name: 'returns undefined for an unknown receiver',
    operation: 'getReceiver',
    input: { providerReceiverId: '9' },
    exchanges: [{ request: getReceiver, reply: { status: 404, json: {} } }],
    result: undefined,
  },
  {
    name: 'reports an unauthorised receiver look-up',
    operation: 'getReceiver',
    input: { providerReceiverId: '9' },
    exchanges: [{ request: getReceiver, reply: { status: 403, json: {} } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];

export const abmexCases = providerCases({
  provider: abmex,
  account: (baseUrl) => ({
    baseUrl,
    publicKey: 'pk_abmex_for_tests',
    secretKey: 'sk_abmex_for_tests',
  }),
  tokens: { '/token': { access_token: 'token-for-abmex-tests', expires_in: 3600 } },
  cases: [...charges, ...laterCases, ...receivers],
  statuses: {
    reply: (word) => sale(word),
    words: {
      pending: 'PENDING',
      waiting: 'PENDING',
      waiting_payment: 'PENDING',
      awaiting_payment: 'PENDING',
      processing: 'PENDING',
      authorized: 'PENDING',
      partially_paid: 'PENDING',
      paid: 'APPROVED',
      approved: 'APPROVED',
      confirmed: 'APPROVED',
      received: 'APPROVED',
      refused: 'REJECTED',
      canceled: 'REJECTED',
      refunded: 'REFUNDED',
      chargedback: 'CHARGEBACK',
      'never heard of': 'REJECTED',
    },
  },
  notices: [
    {
      name: 'that a sale was paid',
      body: sale('paid'),
      says: [{ type: 'TRANSACTION', transactionId: '77', orderId: ORDER_ID, status: 'APPROVED' }],
    },
    { name: 'about something other than a sale', body: { marketplace: { id: 9 } }, says: [] },
    { name: 'that is not JSON', body: '<html>', says: 'unreadable' },
  ],
});
