import { cents } from '#/domain/values/money.ts';
import { unproven } from '#/adapters/payments/evidence/common-cases.ts';
import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as bank from '#/adapters/payments/evidence/bacen-pix-cases.ts';
import { pixWithdrawal, WEBHOOK_URL, WITHDRAWAL_ID } from '#/adapters/payments/evidence/samples.ts';
import * as engine from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { podpay, podpayByClients } from './podpay.ts';

export const podpayCases = providerCases({ ...bank.ofSpec, provider: podpay });

const path = '/v1/transactions';
const basic = `Basic ${Buffer.from('pk_podpay_for_tests:sk_podpay_for_tests').toString('base64')}`;

const transfer = (status: string) => ({
  id: 77,
  tenantId: 'tenant',
  amount: 1990,
  netAmount: 1990,
  fee: 0,
  currency: 'BRL',
  status,
  pixEnd2EndId: null,
});

const payoutRequest = {
  method: 'POST',
  path: '/v1/transfers',
  headers: { authorization: basic, 'x-withdraw-key': 'wk_podpay_for_tests' },
  json: {
    method: 'fiat',
    amount: 1990,
    netPayout: false,
    pixKey: '123e4567-e12b-42d1-a456-426655440000',
    pixKeyType: 'evp',
    description: 'Saque',
    externalRef: WITHDRAWAL_ID,
    postbackUrl: WEBHOOK_URL,
  },
} as const;
const toRandomKey = {
  ...pixWithdrawal,
  pixKey: '123e4567-e12b-42d1-a456-426655440000',
  pixType: 'RANDOM',
} as const;
const lookUpRequest = { method: 'GET', path: '/v1/transfers/77' } as const;
const pendingPayout = { withdrawId: '77', status: 'PENDING', amount: cents(1_990) } as const;

/** Requests and replies of public clients, with invented values. */
export const podpayCasesByClients = providerCases({
  provider: podpayByClients,
  account: (url) => ({
    api: 'clients' as const,
    baseUrl: `${url}/v1`,
    publicKey: 'pk_podpay_for_tests',
    secretKey: 'sk_podpay_for_tests',
    withdrawKey: 'wk_podpay_for_tests',
  }),
  cases: [
    ...engine.charges({ path }, ['PIX']),
    ...engine.getTransactionCases({ path }),
    ...engine.refunds({ path }),
    {
      name: 'pays out to a random key',
      operation: 'withdraw',
      input: toRandomKey,
      exchanges: [{ request: payoutRequest, reply: { json: transfer('PENDING_QUEUE') } }],
      result: pendingPayout,
    },
    {
      name: 'reports a payout answered with refused as not made',
      operation: 'withdraw',
      input: toRandomKey,
      exchanges: [{ request: payoutRequest, reply: { json: transfer('refused') } }],
      result: { ...pendingPayout, status: 'REJECTED' },
    },
    {
      name: 'reports a payout answered with REFUSED, which is no known status word, as pending',
      operation: 'withdraw',
      input: toRandomKey,
      exchanges: [{ request: payoutRequest, reply: { json: transfer('REFUSED') } }],
      result: { ...pendingPayout, unknownStatus: 'REFUSED' },
    },
    {
      name: 'reports a payout refused for invalid data as possibly made',
      operation: 'withdraw',
      input: toRandomKey,
      exchanges: [{ request: payoutRequest, reply: { status: 422, json: { message: 'pixKey' } } }],
      failure: unproven,
    },
    {
      name: 'looks up a payout',
      operation: 'getWithdraw',
      input: { withdrawId: '77' },
      exchanges: [
        {
          request: lookUpRequest,
          reply: { json: { ...transfer('COMPLETED'), pixEnd2EndId: 'E1234' } },
        },
      ],
      result: { ...pendingPayout, status: 'APPROVED', endToEndId: 'E1234' },
    },
    {
      name: 'reports an unauthorised payout look-up',
      operation: 'getWithdraw',
      input: { withdrawId: '77' },
      exchanges: [{ request: lookUpRequest, reply: { status: 401, json: {} } }],
      failure: { kind: 'unauthorized', mayHaveHappened: false },
    },
  ],
  statuses: {
    reply: (word) => engine.reply({ status: word }),
    words: {
      waiting_payment: 'PENDING',
      pending: 'PENDING',
      processing: 'PENDING',
      authorized: 'PENDING',
      partially_paid: 'PENDING',
      approved: 'APPROVED',
      paid: 'APPROVED',
      refused: 'REJECTED',
      canceled: 'REJECTED',
      cancelled: 'REJECTED',
      expired: 'REJECTED',
      refunded: 'REFUNDED',
      in_protest: 'CHARGEBACK',
      chargeback: 'CHARGEBACK',
      chargedback: 'CHARGEBACK',
      'never heard of': 'REJECTED',
    },
  },
  withdrawStatuses: {
    reply: transfer,
    words: {
      PENDING_QUEUE: 'PENDING',
      pending: 'PENDING',
      processing: 'PENDING',
      COMPLETED: 'APPROVED',
      transferred: 'APPROVED',
      refused: 'REJECTED',
      failed: 'REJECTED',
      canceled: 'CANCELED',
      'never heard of': 'PENDING',
    },
  },
  notices: engine.notices({ approved: 'APPROVED', refunded: 'REFUNDED' }),
});
