import type { Exchange, OperationCase } from './provider-cases.ts';
import { billetCharge, cardCharge, pixWithdrawal, REFUND_ID, refundOf } from './samples.ts';

/** Cases that are the same at providers that have nothing else in common. */

type Request = Exchange['request'];

/** Reading a charge that the provider does not know, and reading with credentials that the provider rejects. */
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

/** Payment methods that the provider does not take, each with the message shown; nothing is sent (acquirers.117). */
export const methodsNotTaken = (
  texts: Readonly<Record<'CREDIT_CARD' | 'BILLET', string>>,
): readonly OperationCase[] =>
  (
    [
      ['CREDIT_CARD', cardCharge],
      ['BILLET', billetCharge],
    ] as const
  ).map(([method, input]) => ({
    name: `is asked for no ${method}`,
    operation: 'createTransaction',
    input,
    exchanges: [],
    failure: { kind: 'invalid', mayHaveHappened: false, text: texts[method] },
  }));

/**
 * A refund that the provider only accepts for processing is not done, whatever its reply says. When the provider fails, the
 * outcome is unknown and staff are notified.
 */
export const refundsNotDone = (
  transactionId: string,
  request: Request,
  { json, before = [] }: { readonly json: object; readonly before?: readonly Exchange[] },
): readonly OperationCase[] => [
  ...[201, 202].map((status): OperationCase => ({
    name: `has a refund taken in, which is not done before it says 200 (${status})`,
    operation: 'refund',
    input: refundOf(transactionId),
    exchanges: [...before, { request, reply: { status, json } }],
    result: { refundId: REFUND_ID, status: false, isAccepted: true },
  })),
  {
    name: 'does not know what became of a refund at a provider that broke',
    operation: 'refund',
    input: refundOf(transactionId),
    exchanges: [...before, { request, reply: { status: 500, json: {} } }],
    failure: { kind: 'unavailable', mayHaveHappened: true, text: 'Internal server error' },
  },
];

/** A refund by `refundCall` that succeeds, and one that is refused. */
export const refundCalls = (transactionId: string, request: Request): readonly OperationCase[] => [
  {
    name: 'refunds',
    operation: 'refund',
    input: refundOf(transactionId),
    exchanges: [{ request, reply: { json: { message: 'ok' } } }],
    result: { refundId: REFUND_ID, status: true },
  },
  ...refundsNotDone(transactionId, request, { json: { message: 'queued' } }),
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

/** Payouts that the provider answers but does not accept (acquirers.34). */
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
