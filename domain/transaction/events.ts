import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { timestampSchema } from '#/domain/time.ts';

/** Reserves a transaction of an acquirer for a payment: the transaction may never approve another payment. */
const TransactionReserved = z.strictObject({
  provider: z.string(),
  transactionId: z.string(),
  paymentId: aggregateId,
  at: timestampSchema,
});

export const transactionEvents = { TransactionReserved };
