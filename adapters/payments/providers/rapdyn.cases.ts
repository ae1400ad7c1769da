import {
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
  WITHDRAWAL_ID,
} from '#/adapters/payments/evidence/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { rapdyn } from './rapdyn.ts';

const ID = 'trx_1';
const END_TO_END = 'E12345678202009091221abcdef12345';

const transaction = (status: string) => ({
  id: ID,
  total: 1990,
  method: 'pix',
  status,
  external_id: ORDER_ID,
  pix: { copypaste: BR_CODE, end2EndId: END_TO_END },
  platform_tax: 0,
  transaction_tax: 0,
  security_reserve_tax: 0,
  comission: 0,
});

const headers = { authorization: 'Bearer sk_rapdyn_for_tests' };

const post: Exchange['request'] = {
  method: 'POST',
  path: '/payments',
  headers,
  json: {
    amount: 1990,
    method: 'pix',
    external_id: ORDER_ID,
    customer: {
      name: 'Fulano de Tal',
      email: 'fulano@example.com',
      phone: '11912345678',
      document: { type: 'CPF', value: '52998224725' },
    },
    products: [{ name: 'Um e-book', price: 1990, quantity: '1', type: 'digital' }],
  },
};
const get: Exchange['request'] = { method: 'GET', path: `/transactions/${ID}`, headers };
const refund: Exchange['request'] = {
  method: 'PUT',
  path: `/payments/refund/${ID}`,
  headers,
  json: { amount: 1990 },
};
const withdraw: Exchange['request'] = {
  method: 'POST',
  path: '/transfers/out',
  headers,
  json: {
    amount: 1990,
    external_id: WITHDRAWAL_ID,
    pix_key: '52998224725',
    pix_key_type: 'cpf',
    name: 'Fulano de Tal',
    document: '52998224725',
    description: 'Saque',
  },
};

const payout = (status: string) => ({ id: 'out_1', status });

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
        reply: { json: { id: ID, status: 'pending', pix: { copypaste: BR_CODE } } },
      },
    ],
    result: { ...chargeResult, status: 'PENDING', amount: null },
  },
  {
    name: 'reports a charge refused for invalid data',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: post, reply: { status: 422, json: { message: 'customer.phone' } } }],
    failure: { ...isInvalid, text: 'Erro ao criar transação' },
  },
  {
    name: 'reads a paid charge',
    operation: 'getTransaction',
    input: { transactionId: ID },
    exchanges: [{ request: get, reply: { json: transaction('paid') } }],
    result: { ...chargeResult, status: 'APPROVED', endToEndId: END_TO_END },
  },
  ...unread(ID, get),
  ...refundCalls(ID, refund),
  {
    name: 'pays out to a PIX key',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request: withdraw, reply: { json: payout('processing') } }],
    result: { withdrawId: 'out_1', status: 'PENDING', amount: cents(1_990) },
  },
  ...payoutsInDoubt(withdraw, payout, { withdrawId: 'out_1', amount: cents(1_990) }),
  {
    name: 'reports a refused payout as possibly made',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request: withdraw, reply: { status: 422, json: { message: 'Saldo' } } }],
    failure: unproven,
  },
];

const notice = { notification_type: 'transaction', ...transaction('paid') };
const chargeOfNotice = { type: 'TRANSACTION', transactionId: ID, orderId: ORDER_ID } as const;

export const rapdynCases = providerCases({
  provider: rapdyn,
  account: (baseUrl) => ({ baseUrl, secretKey: 'sk_rapdyn_for_tests' }),
  cases,
  statuses: {
    reply: transaction,
    words: {
      processing: 'PENDING',
      pending: 'PENDING',
      waiting: 'PENDING',
      awaiting_payment: 'PENDING',
      authorized: 'PENDING',
      partially_paid: 'PENDING',
      paid: 'APPROVED',
      approved: 'APPROVED',
      confirmed: 'APPROVED',
      received: 'APPROVED',
      failed: 'REJECTED',
      cancelled: 'REJECTED',
      canceled: 'REJECTED',
      refused: 'REJECTED',
      blocked: 'REJECTED',
      returned: 'REFUNDED',
      refunded: 'REFUNDED',
      med: 'CHARGEBACK',
      chargedback: 'CHARGEBACK',
      'never heard of': 'REJECTED',
    },
  },
  withdrawStatuses: {
    reply: payout,
    words: {
      processing: 'PENDING',
      pending: 'PENDING',
      paid: 'APPROVED',
      failed: 'REJECTED',
      returned: 'REJECTED',
      blocked: 'REJECTED',
      cancelled: 'CANCELED',
      'never heard of': 'PENDING',
    },
  },
  notices: [
    {
      name: 'that a charge was paid',
      body: notice,
      says: [{ ...chargeOfNotice, status: 'APPROVED' }],
    },
    {
      name: 'that a charge is disputed',
      body: { ...notice, status: 'med' },
      says: [{ ...chargeOfNotice, status: 'CHARGEBACK' }],
    },
    {
      name: 'about something other than a charge',
      body: { ...notice, notification_type: 'transfer' },
      says: [],
    },
  ],
});
