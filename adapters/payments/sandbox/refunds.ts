import { z } from 'zod';

import { add, positiveCents } from '#/domain/values/money.ts';

import { derivedId } from './derived-id.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';
import type { Transactions } from './transactions.ts';

/** Refunds, whole or in parts up to the paid amount. */

export const refundRequest = z.strictObject({
  reference: z.string().min(1).max(64),
  amount: positiveCents,
});
type RefundRequest = z.output<typeof refundRequest>;

export const refundSchema = z.object({
  id: z.string(),
  reference: z.string(),
  transaction_id: z.string(),
  amount: positiveCents,
  status: z.literal('succeeded'),
  created_at: z.string(),
});
type Refund = z.output<typeof refundSchema>;

export interface Refunds {
  /** @throws Problem 402 when the charge cannot be refunded, 404 when there is no such charge */
  readonly create: (transactionId: string, request: RefundRequest) => Refund;
  readonly byReference: (reference: string) => readonly Refund[];
}

export const createRefunds = (store: Store, transactions: Transactions): Refunds => {
  const refunds = store.collection('refund', refundSchema, {
    id: ({ id }) => id,
    reference: ({ reference }) => reference,
    dueAt: () => undefined,
  });
  return {
    create: (transactionId, { reference, amount }) => {
      const transaction = transactions.get(transactionId);
      if (transaction.status !== 'paid' && transaction.status !== 'partially_refunded') {
        throw new Problem(402, 'not_refundable', `the transaction is ${transaction.status}`);
      }
      const refundedAmount = add(transaction.refunded_amount, amount);
      if (refundedAmount > transaction.amount) {
        throw new Problem(402, 'refund_exceeds_paid', 'more than was paid cannot be refunded');
      }
      const refund: Refund = {
        id: derivedId('rf', `${transactionId} ${reference}`),
        reference,
        transaction_id: transactionId,
        amount,
        status: 'succeeded',
        created_at: new Date(store.machine.wallMs()).toISOString(),
      };
      refunds.put(refund);
      const isWhole = refundedAmount === transaction.amount;
      transactions.storeAndNotify({
        ...transaction,
        refunded_amount: refundedAmount,
        status: isWhole ? 'refunded' : 'partially_refunded',
      });
      return refund;
    },
    byReference: refunds.byReference,
  };
};
