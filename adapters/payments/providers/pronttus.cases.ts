import {
  methodsNotTaken,
  payoutsInDoubt,
  refundCalls,
  unread,
  unproven,
} from '#/adapters/payments/evidence/common-cases.ts';
import type { Exchange, OperationCase } from '#/adapters/payments/evidence/provider-cases.ts';
import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import {
  BR_CODE,
  ORDER_ID,
  pixCharge,
  pixWithdrawal,
  WEBHOOK_URL,
  WITHDRAWAL_ID,
} from '#/adapters/payments/evidence/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { pronttus } from './pronttus.ts';

const ID = 'b7c1f0de-0d5b-4a6c-9d4b-5c7f1f3b2a10';

const payment = (status: string) => ({
  transactionId: ID,
  external_reference: ORDER_ID,
  status,
  amount: 1990,
  pixCode: BR_CODE,
  generatedAt: '2026-11-20T12:00:00.000Z',
});

const headers = {
  'x-client-id': 'client-for-tests',
  'x-client-secret': 'client-secret-for-tests',
};

const post: Exchange['request'] = {
  method: 'POST',
  path: '/v1/payment',
  headers,
  json: {
    method: 'pix',
    customer: pixCharge.customer,
    amount: 1990,
    description: 'Um e-book',
    external_reference: ORDER_ID,
    webhookUrl: WEBHOOK_URL,
  },
};
const get: Exchange['request'] = { method: 'GET', path: `/v1/payment/${ID}`, headers };
const refund: Exchange['request'] = {
  method: 'POST',
  path: '/v1/payment/refund',
  headers,
  json: { transactionId: ID, amount: 1990 },
};
const withdraw: Exchange['request'] = {
  method: 'POST',
  path: '/v1/payment/withdraw',
  headers,
  json: {
    type: 'pix',
    amount: 1990,
    external_reference: WITHDRAWAL_ID,
    details: {
      name: 'Fulano de Tal',
      document: '52998224725',
      key: '52998224725',
      keyType: 'cpf',
    },
  },
};

const payout = (status: string) => ({ transactionId: 'w-1', status });

const chargeResult = {
  paymentMethod: 'PIX',
  transactionId: ID,
  amount: cents(1_990),
  pixCode: BR_CODE,
} as const;
const isInvalid = { kind: 'invalid', mayHaveHappened: false } as const;

const cases: readonly OperationCase[] = [
  {
    name: 'charges by PIX',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      {
        request: post,
        reply: { json: { ...payment('PENDING'), amount: undefined, pixQrCode: 'iVBORw0KGgo=' } },
      },
    ],
    result: { ...chargeResult, status: 'PENDING', amount: null },
  },
  {
    name: 'charges by PIX when the reply holds only an id and a PIX code',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: post, reply: { json: { transactionId: ID, pixCode: BR_CODE } } }],
    result: { ...chargeResult, status: 'PENDING', amount: null },
  },
  {
    name: 'reports a charge refused for invalid data',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      { request: post, reply: { status: 400, json: { code: 'E1', message: 'document' } } },
    ],
    failure: { ...isInvalid, text: 'Erro ao criar transação' },
  },
  {
    name: 'reads a paid charge',
    operation: 'getTransaction',
    input: { transactionId: ID },
    exchanges: [{ request: get, reply: { json: payment('paid') } }],
    result: { ...chargeResult, status: 'APPROVED' },
  },
  ...unread(ID, get),
  ...refundCalls(ID, refund),
  {
    name: 'pays out to a PIX key',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request: withdraw, reply: { json: payout('processing') } }],
    result: { withdrawId: 'w-1', status: 'PENDING', amount: cents(1_990) },
  },
  ...payoutsInDoubt(withdraw, payout, { withdrawId: 'w-1', amount: cents(1_990) }, [
    'error',
    'refused',
  ]),
  {
    name: 'reports a refused payout as possibly made',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request: withdraw, reply: { status: 422, json: { message: 'Saldo' } } }],
    failure: unproven,
  },
];

export const pronttusCases = providerCases({
  provider: pronttus,
  account: (url) => ({
    baseUrl: `${url}/v1`,
    publicKey: 'client-for-tests',
    secretKey: 'client-secret-for-tests',
  }),
  cases: [
    ...cases,
    ...methodsNotTaken({ CREDIT_CARD: 'Invalid payment method', BILLET: 'Invalid payment method' }),
  ],
  statuses: {
    reply: payment,
    words: {
      pending: 'PENDING',
      waiting: 'PENDING',
      awaiting_payment: 'PENDING',
      processing: 'PENDING',
      authorized: 'PENDING',
      partially_paid: 'PENDING',
      approved: 'APPROVED',
      paid: 'APPROVED',
      confirmed: 'APPROVED',
      received: 'APPROVED',
      refused: 'REJECTED',
      canceled: 'REJECTED',
      expired: 'REJECTED',
      refunded: 'REFUNDED',
      chargedback: 'CHARGEBACK',
      'never heard of': 'REJECTED',
    },
  },
  withdrawStatuses: {
    reply: payout,
    words: {
      pending: 'PENDING',
      processing: 'PENDING',
      waiting: 'PENDING',
      approved: 'APPROVED',
      paid: 'APPROVED',
      success: 'APPROVED',
      transferred: 'APPROVED',
      confirmed: 'APPROVED',
      failed: 'REJECTED',
      rejected: 'REJECTED',
      canceled: 'CANCELED',
      'never heard of': 'PENDING',
    },
  },
  notices: [
    {
      name: 'that a charge was paid',
      body: payment('PAID'),
      says: [{ type: 'TRANSACTION', transactionId: ID, orderId: ORDER_ID, status: 'APPROVED' }],
    },
    { name: 'about something other than a charge', body: { event: 'ping' }, says: [] },
  ],
});
