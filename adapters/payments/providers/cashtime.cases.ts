import { cents } from '#/domain/values/money.ts';
import { methodsNotTaken, unproven } from '#/adapters/payments/evidence/common-cases.ts';
import { providerCases, type OperationCase } from '#/adapters/payments/evidence/provider-cases.ts';
import { pixWithdrawal, WEBHOOK_URL, WITHDRAWAL_ID } from '#/adapters/payments/evidence/samples.ts';
import * as orders from '#/adapters/payments/evidence/cashtime-orders-cases.ts';
import { cashtime } from './cashtime.ts';

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
    name: 'reports a payout of another amount as it was made',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [
      { request: newPayout, reply: { json: { ...payout('Successfull'), amount: 1_900 } } },
    ],
    result: {
      withdrawId: 'b522a295-e404-4c11-9d0a-000000000001',
      status: 'APPROVED',
      amount: cents(1_900),
    },
  },
  {
    name: 'reports a payout refused with 400 as possibly made',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request: newPayout, reply: { status: 400, json: { message: 'saldo' } } }],
    failure: unproven,
  },
];

export const cashtimeCases = providerCases({
  provider: cashtime,
  account: (baseUrl) => ({ baseUrl, secretKey: orders.SECRET_KEY }),
  cases: [
    ...methodsNotTaken({
      CREDIT_CARD: 'Credit card not implemented',
      BILLET: 'Boleto not implemented',
    }),
    ...orders.cases,
    ...payouts,
  ],
  statuses: {
    reply: orders.orderOf,
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
    ...orders.notices,
    {
      name: 'that a payout failed',
      body: { ...payout('Failure'), externalCode: WITHDRAWAL_ID },
      says: [{ type: 'WITHDRAW', withdrawReference: WITHDRAWAL_ID, status: 'REJECTED' }],
    },
    { name: 'about a payout without our reference', body: payout('Successfull'), says: [] },
    { name: 'that is not JSON', body: 'paid', says: 'unreadable' },
  ],
});
