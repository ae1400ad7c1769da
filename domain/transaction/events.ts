import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { timestampSchema } from '#/domain/values/time.ts';

/** Reserves a transaction of an acquirer, or a bank transfer, for a payment: it may never approve another payment. */
const TransactionReserved = z.strictObject({
  provider: z.string(),
  transactionId: z.string(),
  /** The bank transfer that is reserved, which paid the transaction. Absent = the transaction itself is reserved. */
  endToEndId: z.string().optional(),
  paymentId: aggregateId,
  at: timestampSchema,
});

export const transactionEvents = { TransactionReserved };
