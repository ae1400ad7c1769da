import { unproven, unread } from '#/adapters/payments/evidence/common-cases.ts';
import type { Exchange, OperationCase } from '#/adapters/payments/evidence/provider-cases.ts';
import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import {
  BOLETO_LINE,
  boletoCharge,
  BR_CODE,
  cardCharge,
  ORDER_ID,
  pixCharge,
  WEBHOOK_URL,
} from '#/adapters/payments/evidence/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { bravive } from './bravive.ts';

const ID = 'bravive-payment-1';
const QR_CODE = 'data:image/png;base64,iVBORw0KGgo=';

const chargeReply = {
  id: ID,
  custom_id: ORDER_ID,
  method: 'PIX',
  status: 'PENDING',
  pix_qr_code: QR_CODE,
  pix_code: BR_CODE,
  billet_url: null,
  billet_code: null,
  link_url: null,
  created_at: '2026-11-20T12:00:00.000Z',
};
const boleto = {
  ...chargeReply,
  method: 'BOLETO',
  pix_qr_code: null,
  pix_code: null,
  billet_url: 'https://app.bravive.com/billet/1',
  billet_code: '34191.75462 24615.781234 41234.510000 3 83840000003090',
};

const headers = { authorization: 'Bearer sk_bravive_for_tests' };

const post = (method: string): Exchange['request'] => ({
  method: 'POST',
  path: '/payments',
  headers,
  json: {
    amount: 1990,
    currency: 'BRL',
    method,
    description: 'Um e-book',
    custom_id: ORDER_ID,
    payer_name: 'Fulano de Tal',
    payer_email: 'fulano@example.com',
    payer_phone: '11912345678',
    payer_document: '52998224725',
    webhook_url: WEBHOOK_URL,
  },
});
const get: Exchange['request'] = { method: 'GET', path: `/payments/${ID}`, headers };
const getPayout: Exchange['request'] = { method: 'GET', path: '/withdraws/w-1', headers };

const payout = (status: string) => ({ id: 'w-1', status, amount: 1990 });

const resultFields = { transactionId: ID, amount: null };
const pixResult = { ...resultFields, paymentMethod: 'PIX', pixCode: BR_CODE } as const;
const invalid = { status: 400, json: { message: 'payer_document' } };
const isInvalid = { kind: 'invalid', mayHaveHappened: false } as const;

const charges: readonly OperationCase[] = [
  {
    name: 'charges by PIX',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: post('PIX'), reply: { json: chargeReply } }],
    result: { ...pixResult, status: 'PENDING' },
  },
  {
    name: 'reports a PIX charge refused for invalid data',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: post('PIX'), reply: invalid }],
    failure: { ...isInvalid, text: 'Erro ao criar transação: payer_document' },
  },
  {
    name: 'charges by boleto',
    operation: 'createTransaction',
    input: boletoCharge,
    exchanges: [{ request: post('BOLETO'), reply: { json: boleto } }],
    result: {
      ...resultFields,
      paymentMethod: 'BILLET',
      status: 'PENDING',
      billetCode: BOLETO_LINE,
      billetUrl: 'https://app.bravive.com/billet/1',
    },
  },
  {
    name: 'reports a boleto refused for invalid data',
    operation: 'createTransaction',
    input: boletoCharge,
    exchanges: [{ request: post('BOLETO'), reply: invalid }],
    failure: unproven,
  },
  {
    name: 'rejects a card charge as unsupported',
    operation: 'createTransaction',
    input: cardCharge,
    exchanges: [],
    failure: { ...isInvalid, text: 'Unsupported payment method type for Bravive.' },
  },
];

const getTransactionCases: readonly OperationCase[] = [
  {
    name: 'reads a paid charge',
    operation: 'getTransaction',
    input: { transactionId: ID },
    exchanges: [
      { request: get, reply: { json: { ...chargeReply, status: 'APPROVED', amount: 1990 } } },
    ],
    result: { ...pixResult, status: 'APPROVED', amount: cents(1_990) },
  },
  {
    name: 'reads a charge whose reply has no amount',
    operation: 'getTransaction',
    input: { transactionId: ID },
    exchanges: [{ request: get, reply: { json: { ...chargeReply, status: 'APPROVED' } } }],
    result: { ...pixResult, status: 'APPROVED' },
  },
  ...unread(ID, get),
  {
    name: 'looks up a payout',
    operation: 'getWithdraw',
    input: { withdrawId: 'w-1' },
    exchanges: [{ request: getPayout, reply: { json: payout('APPROVED') } }],
    result: { withdrawId: 'w-1', status: 'APPROVED', amount: cents(1_990) },
  },
  {
    name: 'reports an unauthorised payout look-up',
    operation: 'getWithdraw',
    input: { withdrawId: 'w-1' },
    exchanges: [{ request: getPayout, reply: { status: 403, json: {} } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];

/** The notice shown in its documentation. */
const notice = {
  id: ID,
  type: 'PAYMENT',
  status: 'APPROVED',
  amount: 1990,
  currency: 'BRL',
  external_id: ORDER_ID,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:10.000Z',
  payment_method: { type: 'PIX', details: {} },
};

export const braviveCases = providerCases({
  provider: bravive,
  account: (baseUrl) => ({ baseUrl, secretKey: 'sk_bravive_for_tests' }),
  cases: [...charges, ...getTransactionCases],
  statuses: {
    reply: (word) => ({ ...chargeReply, status: word, amount: 1990 }),
    words: {
      PENDING: 'PENDING',
      APPROVED: 'APPROVED',
      REJECTED: 'REJECTED',
      CANCELED: 'CANCELED',
      REFUNDED: 'REFUNDED',
      CHARGEBACK: 'CHARGEBACK',
      IN_DISPUTE: 'CHARGEBACK',
      'never heard of': 'PENDING',
    },
  },
  withdrawStatuses: {
    reply: payout,
    words: {
      PENDING: 'PENDING',
      PROCESSING: 'PENDING',
      APPROVED: 'APPROVED',
      REJECTED: 'REJECTED',
      CANCELED: 'CANCELED',
      'never heard of': 'PENDING',
    },
  },
  notices: [
    {
      name: 'that a charge was paid',
      body: notice,
      says: [{ type: 'TRANSACTION', transactionId: ID, orderId: ORDER_ID, status: 'APPROVED' }],
    },
    { name: 'about a payout', body: { ...notice, type: 'WITHDRAW' }, says: [] },
  ],
});
