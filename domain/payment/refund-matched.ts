import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { amountInCents, positiveCents } from '#/domain/values/money.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { ownerOfMoney } from './owner.ts';

/**
 * A refund of ours was made, although it is on record as failed, or the log has lost it. Some or all of its money was taken back from the
 * sale before, when the provider stated that it had given money back by itself. So no money moves by this event.
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
