import type { Cents } from '#/domain/values/money.ts';
import type { Exchange, OperationCase } from './provider-cases.ts';
import { boletoCharge, cardCharge, pixWithdrawal, REFUND_ID, refundOf } from './samples.ts';

/** The failure after an undocumented refusal: the acquirer may have carried out the request. */
export const unproven = { kind: 'invalid', mayHaveHappened: true } as const;

type Request = Exchange['request'];

/** Look-ups of an unknown charge, and with rejected credentials. */
export const unread = (transactionId: string, request: Request): readonly OperationCase[] => [
  {
    name: 'returns undefined for an unknown charge',
    operation: 'getTransaction',
    input: { transactionId },
    exchanges: [{ request, reply: { status: 404, json: {} } }],
    result: undefined,
  },
  {
    name: 'reports an unauthorised charge look-up',
    operation: 'getTransaction',
    input: { transactionId },
    exchanges: [{ request, reply: { status: 403, json: {} } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];

/** Payment methods that the provider does not take, each with the message shown (acquirers.117). */
export const methodsNotTaken = (
  texts: Readonly<Record<'CREDIT_CARD' | 'BILLET', string>>,
): readonly OperationCase[] =>
  (
    [
      ['CREDIT_CARD', cardCharge],
      ['BILLET', boletoCharge],
    ] as const
  ).map(([method, input]) => ({
    name: `rejects a charge by ${method} as unsupported`,
    operation: 'createTransaction',
    input,
    exchanges: [],
    failure: { kind: 'invalid', mayHaveHappened: false, text: texts[method] },
  }));

/** Refunds that are accepted but not done, or possibly done. */
export const refundsNotDone = (
  transactionId: string,
  request: Request,
  { json, before = [] }: { readonly json: object; readonly before?: readonly Exchange[] },
): readonly OperationCase[] => [
  ...[201, 202].map((status): OperationCase => ({
    name: `reports a refund answered with ${status} as accepted but not done`,
    operation: 'refund',
    input: refundOf(transactionId),
    exchanges: [...before, { request, reply: { status, json } }],
    result: { refundId: REFUND_ID, status: false, isAccepted: true },
  })),
  {
    name: 'reports a refund answered with 500 as possibly done',
    operation: 'refund',
    input: refundOf(transactionId),
    exchanges: [...before, { request, reply: { status: 500, json: {} } }],
    failure: { kind: 'unavailable', mayHaveHappened: true, text: 'Internal server error' },
  },
];

/** A refund that succeeds, refunds not done, and a refused one. */
export const refundCalls = (transactionId: string, request: Request): readonly OperationCase[] => [
  {
    name: 'refunds a charge',
    operation: 'refund',
    input: refundOf(transactionId),
    exchanges: [{ request, reply: { json: { message: 'ok' } } }],
    result: { refundId: REFUND_ID, status: true },
  },
  ...refundsNotDone(transactionId, request, { json: { message: 'queued' } }),
  {
    name: 'reports a refused refund',
    operation: 'refund',
    input: refundOf(transactionId),
    exchanges: [{ request, reply: { status: 400, json: { message: 'no balance' } } }],
    failure: unproven,
  },
];

/** Payouts answered with unknown words: pending, because they may have been made (acquirers.34). */
export const payoutsInDoubt = (
  request: Request,
  reply: (word: string) => unknown,
  payout: { readonly withdrawId: string; readonly amount: Cents },
  words: readonly string[] = ['ERROR', 'REFUSED'],
): readonly OperationCase[] =>
  words.map((word) => ({
    name: `reports a payout answered with ${word} as pending`,
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request, reply: { json: reply(word) } }],
    result: { ...payout, status: 'PENDING', unknownStatus: word },
  }));
