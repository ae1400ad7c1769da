import { readOrder } from './pagarme-orders-cases.ts';
import { CHARGE_ID, ID, paidOrder } from './pagarme-orders.ts';
import { refundsNotDone, unproven } from './common-cases.ts';
import type { OperationCase } from './provider-cases.ts';
import { REFUND_ID, refundOf } from './samples.ts';

/** Pagar.me refunds charges by their id, which only the order states. So a refund reads the order first. */

const refunding = { operation: 'refund', input: refundOf(ID) } as const;
const readPaid = { request: readOrder, reply: { json: paidOrder } } as const;
const cancelling = {
  method: 'DELETE',
  path: `/charges/${CHARGE_ID}`,
  headers: { 'idempotency-key': REFUND_ID },
  json: { amount: 1990 },
} as const;

const canceled = {
  id: CHARGE_ID,
  status: 'canceled',
  last_transaction: { status: 'refunded', success: true },
};

export const refunds: readonly OperationCase[] = [
  {
    ...refunding,
    name: 'refunds the charge of an order',
    exchanges: [
      readPaid,
      {
        request: cancelling,
        reply: {
          json: canceled,
        },
      },
    ],
    result: { refundId: REFUND_ID, status: true },
  },
  ...refundsNotDone(ID, cancelling, { before: [readPaid], json: canceled }),
  ...[
    { status: 'paid', last_transaction: { status: 'pending_refund', success: null } },
    { status: 'processing', last_transaction: null },
  ].map((reply) => ({
    ...refunding,
    name: `reports a refund as accepted but not done while its charge is ${reply.status}`,
    exchanges: [readPaid, { request: cancelling, reply: { json: { id: CHARGE_ID, ...reply } } }],
    result: { refundId: REFUND_ID, status: false, isAccepted: true } as const,
  })),
  {
    ...refunding,
    name: 'reports a failed refund as not done',
    exchanges: [
      readPaid,
      {
        request: cancelling,
        reply: {
          json: {
            id: CHARGE_ID,
            status: 'paid',
            last_transaction: { status: 'with_error', success: false },
          },
        },
      },
    ],
    result: { refundId: REFUND_ID, status: false },
  },
  {
    ...refunding,
    name: 'reports a refused refund',
    exchanges: [readPaid, { request: cancelling, reply: { status: 412, json: { message: 'no' } } }],
    failure: unproven,
  },
];
