import { cents } from '#/domain/values/money.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { unproven } from './common-cases.ts';
import type { OperationCase } from './provider-cases.ts';
import { pixWithdrawal, WITHDRAWAL_ID } from './samples.ts';

const END_TO_END = 'E330535802025010903562129126f6b8';

const payoutRequest = {
  method: 'POST',
  path: '/api/v2/pix/payments/dict',
  headers: {
    'x-idempotency-key': WITHDRAWAL_ID,
    authorization: 'Bearer token-for-cash-out-tests',
  },
  json: {
    pixKey: '52998224725',
    creditorDocument: '52998224725',
    priority: 'NORM',
    description: 'Saque',
    paymentFlow: 'INSTANT',
    expiration: 600,
    payment: { currency: 'BRL', amount: 19.9 },
  },
} as const;

const payoutReply = {
  endToEndId: END_TO_END,
  eventDate: '2025-01-09T03:56:21.291+00:00',
  id: 1448625,
  payment: { currency: 'BRL', amount: 19.9 },
  type: 'QUEUED',
};

const payoutResult = {
  withdrawId: END_TO_END,
  endToEndId: END_TO_END,
  amount: cents(1_990),
} as const;

export const payouts: readonly OperationCase[] = [
  {
    name: 'reports a payout answered without a status as approved',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request: payoutRequest, reply: { json: payoutReply } }],
    result: { ...payoutResult, status: 'APPROVED' },
  },
  {
    // The refusal is undocumented, so the payout may have been made.
    name: 'reports a refused payout as possibly made',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [
      {
        request: payoutRequest,
        reply: { status: 400, json: { title: 'Saldo insuficiente', name: 'Fulano de Tal' } },
      },
    ],
    failure: unproven,
  },
  {
    name: 'reports a payout in another currency as possibly made',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [
      {
        request: payoutRequest,
        reply: { json: { ...payoutReply, payment: { currency: 'USD', amount: 19.9 } } },
      },
    ],
    failure: { kind: 'unreadable', mayHaveHappened: true },
  },
];

export const payoutReplied = (
  status: WithdrawStatus,
  word: string,
  unknown: { readonly unknownStatus?: string } = {},
): OperationCase => ({
  name: `reports a payout answered with ${word} as ${status}`,
  operation: 'withdraw',
  input: pixWithdrawal,
  exchanges: [
    { request: payoutRequest, reply: { status: 202, json: { ...payoutReply, status: word } } },
  ],
  result: { ...payoutResult, ...unknown, status },
});

export const queuedPayout = payoutReplied('PENDING', 'PENDING');
