import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { timestampSchema } from '#/domain/time.ts';

/** The payment that may be approved by this transaction of an acquirer; no other one ever may. */
const TransactionReserved = z.strictObject({
  provider: z.string(),
  transactionId: z.string(),
  paymentId: aggregateId,
  at: timestampSchema,
});

export const transactionEvents = { TransactionReserved };
