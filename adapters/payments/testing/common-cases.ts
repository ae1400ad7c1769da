import type { Exchange, OperationCase } from './provider-cases.ts';
import { pixWithdrawal, REFUND_ID, refundOf } from './samples.ts';

/** What goes the same way at providers that have nothing else in common. */

type Request = Exchange['request'];

/** A charge that the provider does not know, and a provider that does not let us in. */
export const unread = (transactionId: string, request: Request): readonly OperationCase[] => [
  {
    name: 'finds no charge',
    operation: 'getTransaction',
    input: { transactionId },
    exchanges: [{ request, reply: { status: 404, json: {} } }],
    result: undefined,
  },
  {
    name: 'is not let in to read',
    operation: 'getTransaction',
    input: { transactionId },
    exchanges: [{ request, reply: { status: 403, json: {} } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];

/** A refund by `refundCall`, and one that is refused. */
export const refundCalls = (transactionId: string, request: Request): readonly OperationCase[] => [
  {
    name: 'refunds',
    operation: 'refund',
    input: refundOf(transactionId),
    exchanges: [{ request, reply: { json: { message: 'ok' } } }],
    result: { refundId: REFUND_ID, status: true },
  },
  {
    name: 'has a refund taken in, which is not done before it says 200',
    operation: 'refund',
    input: refundOf(transactionId),
    exchanges: [{ request, reply: { status: 202, json: { message: 'queued' } } }],
    result: { refundId: REFUND_ID, status: false, isTakenIn: true },
  },
  {
    name: 'is refused a refund',
    operation: 'refund',
    input: refundOf(transactionId),
    exchanges: [{ request, reply: { status: 400, json: { message: 'no balance' } } }],
    failure: {
      kind: 'invalid',
      mayHaveHappened: false,
      text: 'Erro ao aprovar o reembolso.',
    },
  },
];

/** Payouts that the provider answers and does not take in (spec 2 §4). */
export const payoutsNotTaken = (
  request: Request,
  reply: (word: string) => unknown,
): readonly OperationCase[] =>
  ['ERROR', 'REFUSED'].map((word) => ({
    name: `does not pay out when it says ${word}`,
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request, reply: { json: reply(word) } }],
    failure: { kind: 'refused', mayHaveHappened: false, text: 'Error on withdraw' },
  }));
