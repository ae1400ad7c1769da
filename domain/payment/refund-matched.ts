import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { amountInCents, positiveCents } from '#/domain/values/money.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { ownerOfMoney } from './owner.ts';

/**
 * A refund of ours that had failed, or that the log had lost, was made after all. The seller's part was taken back before, so this event
 * moves no money.
 */
export const PaymentRefundMatched = z.strictObject({
  ...ownerOfMoney,
  refundId: aggregateId,
  /** The part of the refund that was taken back already. */
  amount: positiveCents,
  /** The part that is still to be taken back; zero = none. */
  left: amountInCents,
  at: timestampSchema,
});
