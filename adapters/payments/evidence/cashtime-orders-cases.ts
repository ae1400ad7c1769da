import { cents } from '#/domain/values/money.ts';
import type { NoticeCase, OperationCase } from './provider-cases.ts';
import { BR_CODE, ORDER_ID, pixCharge, WEBHOOK_URL } from './samples.ts';
import * as family from './transactions-api-cases.ts';

/** The requests of Cashtime's and Reflowpay's public clients, and the replies. */

export const SECRET_KEY = 'sk_of_cashtime_engine_for_tests';

const chargeRequest = {
  method: 'POST',
  path: '/transactions',
  headers: { 'x-authorization-key': SECRET_KEY },
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
const chargeResult = {
  paymentMethod: 'PIX',
  transactionId: 'order-1',
  status: 'PENDING',
  amount: null,
  pixCode: BR_CODE,
  expiresAt: '2026-11-21T12:00:00.000Z',
} as const;

export const orderOf = (status: string) => ({ orders: { id: 'order-1', status, total: 1990 } });
const orderRequest = { method: 'GET', path: '/details/orders/order-1' } as const;
const paidResult = {
  paymentMethod: 'PIX',
  transactionId: 'order-1',
  status: 'APPROVED',
  amount: cents(1_990),
} as const;

export const cases: readonly OperationCase[] = [
  {
    name: 'charges by PIX',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      { request: chargeRequest, reply: { json: { orderId: 'order-1', status: 'pending', pix } } },
    ],
    result: chargeResult,
  },
  {
    name: 'charges by PIX when the reply names the order "id"',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: chargeRequest, reply: { status: 201, json: { id: 'order-1', pix } } }],
    result: chargeResult,
  },
  {
    name: 'reports a reply without a PIX code as unreadable',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: chargeRequest, reply: { json: { orderId: 'order-1', pix: {} } } }],
    failure: { kind: 'unreadable', mayHaveHappened: true },
  },
  {
    name: 'reports a charge refused for invalid data',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: chargeRequest, reply: { status: 400, json: { message: 'customer' } } }],
    failure: { kind: 'invalid', mayHaveHappened: false },
  },
  {
    name: 'reads a paid order',
    operation: 'getTransaction',
    input: { transactionId: 'order-1' },
    exchanges: [{ request: orderRequest, reply: { json: orderOf('paid') } }],
    result: paidResult,
  },
  {
    name: 'reads a paid order without its envelope',
    operation: 'getTransaction',
    input: { transactionId: 'order-1' },
    exchanges: [{ request: orderRequest, reply: { json: orderOf('paid').orders } }],
    result: paidResult,
  },
  {
    name: 'returns undefined for an unknown order',
    operation: 'getTransaction',
    input: { transactionId: 'order-1' },
    exchanges: [{ request: orderRequest, reply: { status: 404, json: {} } }],
    result: undefined,
  },
  {
    name: 'reports an unauthorised order look-up',
    operation: 'getTransaction',
    input: { transactionId: 'order-1' },
    exchanges: [{ request: orderRequest, reply: { status: 401, json: {} } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
  ...family.refunds({ path: '/transactions' }),
];

export const notices: readonly NoticeCase[] = [
  {
    name: 'that an order was paid',
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
    name: 'about an infraction',
    body: { orderId: 'order-1', status: 'infraction' },
    says: [{ type: 'TRANSACTION', transactionId: 'order-1', status: 'CHARGEBACK' }],
  },
];
