import { unproven } from '#/adapters/payments/evidence/common-cases.ts';
import { cents } from '#/domain/values/money.ts';
import { providerCases, type OperationCase } from '#/adapters/payments/evidence/provider-cases.ts';
import { receiver, receiverWithdrawal, WEBHOOK_URL } from '#/adapters/payments/evidence/samples.ts';
import * as family from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { villet } from './villet.ts';

const path = '/transactions';

const newRecipient = {
  method: 'POST',
  path: '/recipients',
  json: {
    legalName: 'Loja do Fulano Ltda',
    email: 'loja@example.com',
    phone: '11912345678',
    document: { number: '11444777000161', type: 'cnpj' },
    transferSettings: { transferEnabled: false, automaticAnticipationEnabled: false },
    bankAccount: {
      bankCode: '341',
      agencyNumber: '1234',
      accountNumber: '123456',
      accountDigit: '7',
      type: 'conta_corrente',
      legalName: 'Loja do Fulano Ltda',
      documentNumber: '11444777000161',
      documentType: 'cnpj',
    },
  },
} as const;
const savings = {
  ...receiver,
  bankAccount: { ...receiver.bankAccount, branchDigit: '3', accountType: 'SAVINGS' },
} as const;
const oneRecipient = { method: 'GET', path: '/recipients/916' } as const;
const balance = {
  method: 'GET',
  path: '/balance/available',
  query: { recipientId: '916' },
} as const;

const receivers: readonly OperationCase[] = [
  {
    name: 'registers a receiver',
    operation: 'createReceiver',
    input: receiver,
    exchanges: [
      {
        request: newRecipient,
        reply: { json: { id: 916, createdAt: '2026-11-20T12:00:00.000Z' } },
      },
    ],
    result: { providerReceiverId: '916', status: 'ACTIVE' },
  },
  {
    name: 'registers a receiver with a savings account at a branch with a digit',
    operation: 'createReceiver',
    input: savings,
    exchanges: [
      {
        request: {
          ...newRecipient,
          json: {
            ...newRecipient.json,
            bankAccount: {
              ...newRecipient.json.bankAccount,
              agencyDigit: '3',
              type: 'conta_poupanca',
            },
          },
        },
        reply: { json: { id: 917, createdAt: null } },
      },
    ],
    result: { providerReceiverId: '917', status: 'PENDING' },
  },
  {
    name: 'reports a refused receiver as possibly registered, because no document shows this refusal',
    operation: 'createReceiver',
    input: receiver,
    exchanges: [
      { request: newRecipient, reply: { status: 422, json: { message: 'bankAccount' } } },
    ],
    failure: { kind: 'invalid', mayHaveHappened: true },
  },
  {
    name: 'reads a receiver with its balance',
    operation: 'getReceiver',
    input: { providerReceiverId: '916' },
    exchanges: [
      {
        request: oneRecipient,
        reply: { json: { id: 916, createdAt: '2026-11-20T12:00:00.000Z' } },
      },
      { request: balance, reply: { json: { amount: 9_700, recipientId: 916 } } },
    ],
    result: { providerReceiverId: '916', status: 'ACTIVE', balance: cents(9_700) },
  },
  {
    name: 'returns undefined for an unknown receiver',
    operation: 'getReceiver',
    input: { providerReceiverId: '916' },
    exchanges: [{ request: oneRecipient, reply: { status: 404, json: {} } }],
    result: undefined,
  },
  {
    name: 'reports an unauthorised receiver look-up',
    operation: 'getReceiver',
    input: { providerReceiverId: '916' },
    exchanges: [{ request: oneRecipient, reply: { status: 401, json: {} } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];

const transfer = (status: string) => ({ id: 77, amount: 1990, recipientId: 're_1', status });
const newTransfer = {
  method: 'POST',
  path: '/transfers',
  json: { amount: 1990, recipientId: 're_1', postbackUrl: WEBHOOK_URL },
} as const;
const oneTransfer = { method: 'GET', path: '/transfers/77' } as const;

const transfers: readonly OperationCase[] = [
  {
    name: 'transfers to a receiver',
    operation: 'withdraw',
    input: receiverWithdrawal,
    exchanges: [{ request: newTransfer, reply: { json: transfer('processing') } }],
    result: { withdrawId: '77', status: 'PENDING', amount: cents(1_990) },
  },
  {
    name: 'reports a transfer refused with 400 as invalid',
    operation: 'withdraw',
    input: receiverWithdrawal,
    exchanges: [{ request: newTransfer, reply: { status: 400, json: { message: 'no balance' } } }],
    failure: unproven,
  },
  {
    name: 'reads a transfer',
    operation: 'getWithdraw',
    input: { withdrawId: '77' },
    exchanges: [{ request: oneTransfer, reply: { json: transfer('transferred') } }],
    result: { withdrawId: '77', status: 'APPROVED', amount: cents(1_990) },
  },
  {
    name: 'reports an unauthorised transfer look-up',
    operation: 'getWithdraw',
    input: { withdrawId: '77' },
    exchanges: [{ request: oneTransfer, reply: { status: 403, json: {} } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];

export const villetCases = providerCases({
  provider: villet,
  account: (baseUrl) => ({ baseUrl, secretKey: 'sk_villet_for_tests' }),
  cases: [
    ...family.charges({ path }),
    ...family.getTransactionCases({ path }),
    ...family.refunds({ path }),
    ...receivers,
    ...transfers,
  ],
  ...family.usual,
  withdrawStatuses: {
    reply: transfer,
    words: {
      pending: 'PENDING',
      processing: 'PENDING',
      waiting: 'PENDING',
      paid: 'APPROVED',
      success: 'APPROVED',
      transferred: 'APPROVED',
      confirmed: 'APPROVED',
      failed: 'REJECTED',
      refused: 'REJECTED',
      rejected: 'REJECTED',
      error: 'REJECTED',
      canceled: 'CANCELED',
      cancelled: 'CANCELED',
      'never heard of': 'PENDING',
    },
  },
});
