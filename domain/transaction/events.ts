import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { timestampSchema } from '#/domain/values/time.ts';

/** Reserves a transaction or a bank transfer for a payment: it may not approve another payment. */
const TransactionReserved = z.strictObject({
  provider: z.string(),
  transactionId: z.string(),
  /** The bank transfer that is reserved; absent = the transaction itself. */
  endToEndId: z.string().optional(),
  paymentId: aggregateId,
  at: timestampSchema,
});

export const transactionEvents = { TransactionReserved };
