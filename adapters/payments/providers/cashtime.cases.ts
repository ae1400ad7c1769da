import { cents } from '#/domain/money.ts';
import { providerCases, type OperationCase } from '#/adapters/payments/testing/provider-cases.ts';
import {
  BR_CODE,
  ORDER_ID,
  pixCharge,
  pixWithdrawal,
  WEBHOOK_URL,
  WITHDRAWAL_ID,
} from '#/adapters/payments/testing/samples.ts';
import * as family from '#/adapters/payments/testing/transactions-api-cases.ts';
import { cashtime } from './cashtime.ts';

const newCharge = {
  method: 'POST',
  path: '/transactions',
  headers: { 'x-authorization-key': 'sk_cashtime_for_tests' },
  json: {
    isInfoProducts: true,
    externalCode: ORDER_ID,
    paymentMethod: 'pix',
    amount: 1990,
    installments: 1,
    installmentFee: 0,
    discount: 0,
    customer: {
      name: 'Fulano de Tal',
      email: 'fulano@example.com',
      phone: '11912345678',
      document: { number: '52998224725', type: 'cpf' },
    },
    items: [
      {
        title: 'Um e-book',
        description: 'Um e-book',
        unitPrice: 1990,
        quantity: 1,
        tangible: false,
      },
    ],
    postbackUrl: WEBHOOK_URL,
  },
} as const;
const pix = { payload: BR_CODE, encodedImage: 'iVBORw0KGgo=' };
const charged = {
  paymentMethod: 'PIX',
  transactionId: 'order-1',
  status: 'PENDING',
  amount: cents(1_990),
  pixCode: BR_CODE,
  expiresAt: '2026-11-21T12:00:00.000Z',
} as const;

const orderOf = (status: string) => ({ orders: { id: 'order-1', status, total: 1990 } });
const oneOrder = { method: 'GET', path: '/details/orders/order-1' } as const;
const paid = {
  paymentMethod: 'PIX',
  transactionId: 'order-1',
  status: 'APPROVED',
  amount: cents(1_990),
} as const;

const charges: readonly OperationCase[] = [
  {
    name: 'charges by PIX',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      { request: newCharge, reply: { json: { orderId: 'order-1', status: 'pending', pix } } },
    ],
    result: charged,
  },
  {
    name: 'charges by PIX where the order goes by another name',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: newCharge, reply: { status: 201, json: { id: 'order-1', pix } } }],
    result: charged,
  },
  {
    name: 'does not take an order without a code for one',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: newCharge, reply: { json: { orderId: 'order-1', pix: {} } } }],
    failure: { kind: 'unreadable', mayHaveHappened: true },
  },
  {
    name: 'is told that a charge is no good',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: newCharge, reply: { status: 400, json: { message: 'customer' } } }],
    failure: { kind: 'invalid', mayHaveHappened: false },
  },
  {
    name: 'reads an order that was paid',
    operation: 'getTransaction',
    input: { transactionId: 'order-1' },
    exchanges: [{ request: oneOrder, reply: { json: orderOf('paid') } }],
    result: paid,
  },
  {
    name: 'reads an order outside of its envelope',
    operation: 'getTransaction',
    input: { transactionId: 'order-1' },
    exchanges: [{ request: oneOrder, reply: { json: orderOf('paid').orders } }],
    result: paid,
  },
  {
    name: 'finds no order',
    operation: 'getTransaction',
    input: { transactionId: 'order-1' },
    exchanges: [{ request: oneOrder, reply: { status: 404, json: {} } }],
    result: undefined,
  },
  {
    name: 'is not let in to read an order',
    operation: 'getTransaction',
    input: { transactionId: 'order-1' },
    exchanges: [{ request: oneOrder, reply: { status: 401, json: {} } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];

const newPayout = {
  method: 'POST',
  path: '/request/withdraw',
  json: {
    amount: 1990,
    pixKey: '52998224725',
    pixKeyType: 'CPF',
    baasPostbackUrl: WEBHOOK_URL,
    externalCode: WITHDRAWAL_ID,
  },
} as const;
const payout = (withdrawStatusId: string) => ({
  id: 'b522a295-e404-4c11-9d0a-000000000001',
  amount: 1990,
  pixKey: '52998224725',
  pixKeyType: 'CPF',
  withdrawStatusId,
  createdAt: '2026-11-20T12:00:00.000Z',
});
const randomKey = '123e4567-e12b-12d1-a456-426655440000';

const payouts: readonly OperationCase[] = [
  {
    name: 'pays out to a CPF',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request: newPayout, reply: { json: payout('PendingProcessing') } }],
    result: {
      withdrawId: 'b522a295-e404-4c11-9d0a-000000000001',
      status: 'PENDING',
      amount: cents(1_990),
    },
  },
  {
    name: 'pays out to a random key',
    operation: 'withdraw',
    input: { ...pixWithdrawal, pixType: 'RANDOM', pixKey: randomKey },
    exchanges: [
      {
        request: {
          ...newPayout,
          json: { ...newPayout.json, pixKey: randomKey, pixKeyType: 'EVP' },
        },
        reply: { json: payout('Successfull') },
      },
    ],
    result: {
      withdrawId: 'b522a295-e404-4c11-9d0a-000000000001',
      status: 'APPROVED',
      amount: cents(1_990),
    },
  },
  {
    name: 'is refused a payout',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request: newPayout, reply: { status: 400, json: { message: 'saldo' } } }],
    failure: { kind: 'invalid', mayHaveHappened: false },
  },
];

export const cashtimeCases = providerCases({
  provider: cashtime,
  account: (baseUrl) => ({ baseUrl, secretKey: 'sk_cashtime_for_tests' }),
  cases: [...charges, ...family.refunds({ path: '/transactions' }), ...payouts],
  statuses: {
    reply: orderOf,
    words: {
      pending: 'PENDING',
      waiting: 'PENDING',
      awaiting_payment: 'PENDING',
      processing: 'PENDING',
      authorized: 'PENDING',
      partially_paid: 'PENDING',
      paid: 'APPROVED',
      approved: 'APPROVED',
      completed: 'APPROVED',
      confirmed: 'APPROVED',
      received: 'APPROVED',
      refused: 'REJECTED',
      canceled: 'REJECTED',
      cancelled: 'REJECTED',
      expired: 'REJECTED',
      failed: 'REJECTED',
      refunded: 'REFUNDED',
      infraction: 'CHARGEBACK',
      chargedback: 'CHARGEBACK',
      'never heard of': 'REJECTED',
    },
  },
  withdrawStatuses: {
    reply: payout,
    words: {
      PendingProcessing: 'PENDING',
      pending: 'PENDING',
      processing: 'PENDING',
      waiting: 'PENDING',
      Successfull: 'APPROVED',
      success: 'APPROVED',
      paid: 'APPROVED',
      transferred: 'APPROVED',
      confirmed: 'APPROVED',
      Failure: 'REJECTED',
      refused: 'REJECTED',
      failed: 'REJECTED',
      Reversed: 'REJECTED',
      Canceled: 'CANCELED',
      'never heard of': 'PENDING',
    },
  },
  notices: [
    {
      name: 'that an order is paid',
      body: {
        code: '1',
        externalCode: ORDER_ID,
        orderId: 'order-1',
        storeId: 'store-1',
        paymentMethod: 'pix',
        status: 'paid',
        endToEnd: 'E12345678202611201200abcdefghijk',
        amount: 1990,
      },
      says: [
        { type: 'TRANSACTION', transactionId: 'order-1', orderId: ORDER_ID, status: 'APPROVED' },
      ],
    },
    {
      name: 'of an infraction',
      body: { orderId: 'order-1', status: 'infraction' },
      says: [{ type: 'TRANSACTION', transactionId: 'order-1', status: 'CHARGEBACK' }],
    },
    {
      name: 'that a payout failed',
      body: { ...payout('Failure'), externalCode: WITHDRAWAL_ID },
      says: [{ type: 'WITHDRAW', withdrawReference: WITHDRAWAL_ID, status: 'REJECTED' }],
    },
    { name: 'of a payout that is not ours', body: payout('Successfull'), says: [] },
    { name: 'that is none', body: 'paid', says: 'unreadable' },
  ],
});
