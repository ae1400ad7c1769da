import { cents } from '#/domain/values/money.ts';
import { providerCases, type OperationCase } from '#/adapters/payments/evidence/provider-cases.ts';
import { BR_CODE, ORDER_ID, pixCharge, WEBHOOK_URL } from '#/adapters/payments/evidence/samples.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { royalty } from './royalty.ts';

const purchase = {
  method: 'POST',
  path: '/transactions/v2/purchase',
  json: {
    name: 'Fulano de Tal',
    email: 'fulano@example.com',
    cpf: '52998224725',
    phone: '11912345678',
    amount: 1990,
    currency: 'BRL',
    paymentMethod: 'PIX',
    description: 'Um e-book',
    externalId: ORDER_ID,
    postbackUrl: WEBHOOK_URL,
  },
} as const;
const reply = (status: string) => ({
  transactionId: 'tx-1',
  externalId: ORDER_ID,
  amount: 1990,
  status,
});
const oneTransaction = { method: 'GET', path: '/transactions/tx-1' } as const;
const result = {
  paymentMethod: 'PIX',
  transactionId: 'tx-1',
  orderId: ORDER_ID,
  amount: cents(1_990),
} as const;
const endToEndId = 'E12345678202611201200abcdefghijk';

const charges: readonly OperationCase[] = [
  {
    name: 'charges by PIX',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      {
        request: purchase,
        reply: {
          json: {
            ...reply('PENDING'),
            pixCode: BR_CODE,
            qrCode: 'iVBORw0KGgo=',
            expiresAt: '2026-11-21T09:00:00-03:00',
          },
        },
      },
    ],
    result: {
      ...result,
      status: 'PENDING',
      pixCode: BR_CODE,
      expiresAt: '2026-11-21T12:00:00.000Z',
    },
  },
  {
    name: 'sends the seller’s document and id with a charge',
    operation: 'createTransaction',
    input: { ...pixCharge, userId: 'seller-1', userDocument: '11444777000161' },
    exchanges: [
      {
        request: {
          ...purchase,
          json: {
            ...purchase.json,
            responsibleDocument: '11444777000161',
            responsibleExternalId: 'seller-1',
          },
        },
        reply: { json: reply('PENDING') },
      },
    ],
    result: { ...result, status: 'PENDING' },
  },
  {
    name: 'reports a charge refused for invalid data',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: purchase, reply: { status: 422, json: { message: 'cpf' } } }],
    failure: { kind: 'invalid', mayHaveHappened: false },
  },
  {
    name: 'reads a paid charge',
    operation: 'getTransaction',
    input: { transactionId: 'tx-1' },
    exchanges: [{ request: oneTransaction, reply: { json: { ...reply('APPROVED'), endToEndId } } }],
    result: { ...result, status: 'APPROVED', endToEndId },
  },
  {
    name: 'returns undefined for an unknown charge',
    operation: 'getTransaction',
    input: { transactionId: 'tx-1' },
    exchanges: [{ request: oneTransaction, reply: { status: 404, json: {} } }],
    result: undefined,
  },
  {
    name: 'reports an unauthorised charge look-up',
    operation: 'getTransaction',
    input: { transactionId: 'tx-1' },
    exchanges: [{ request: oneTransaction, reply: { status: 401, json: {} } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];

export const royaltyCases = providerCases({
  provider: royalty,
  account: (baseUrl) => ({ baseUrl, secretKey: 'sk_royalty_for_tests' }),
  cases: [...charges, ...family.refunds({ path: '/transactions' })],
  statuses: {
    reply,
    words: {
      PENDING: 'PENDING',
      WAITING: 'PENDING',
      AWAITING_PAYMENT: 'PENDING',
      PROCESSING: 'PENDING',
      AUTHORIZED: 'PENDING',
      PARTIALLY_PAID: 'PENDING',
      APPROVED: 'APPROVED',
      PAID: 'APPROVED',
      CONFIRMED: 'APPROVED',
      RECEIVED: 'APPROVED',
      REFUSED: 'REJECTED',
      CANCELED: 'REJECTED',
      REFUNDED: 'REFUNDED',
      BLOCKED: 'CHARGEBACK',
      CHARGEBACK: 'CHARGEBACK',
      CHARGEDBACK: 'CHARGEBACK',
      'NEVER HEARD OF': 'REJECTED',
    },
  },
  notices: [
    {
      name: 'that a charge was paid',
      body: {
        event: 'cashin.paid',
        payload: {
          transaction_id: 'tx-1',
          external_id: ORDER_ID,
          amount: 1990,
          end_to_end_id: endToEndId,
        },
      },
      says: [{ type: 'TRANSACTION', transactionId: 'tx-1', orderId: ORDER_ID, status: 'APPROVED' }],
    },
    {
      name: 'that a charge was refunded',
      body: { event: 'cashin.refunded', payload: { transaction_id: 'tx-1' } },
      says: [{ type: 'TRANSACTION', transactionId: 'tx-1', status: 'REFUNDED' }],
    },
    {
      name: 'about a payout',
      body: { event: 'cashout.success', payload: { withdrawal_id: 'w-1' } },
      says: [],
    },
    { name: 'without an event', body: { payload: {} }, says: [] },
    { name: 'that is not JSON', body: 'cashin.paid', says: 'unreadable' },
  ],
});
