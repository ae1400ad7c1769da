import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';

/** When a seller is paid without a request. */
export const schedule = z.strictObject({
  destinationId: aggregateId,
  every: z.discriminatedUnion('unit', [
    /** Every business day of banks. */
    z.strictObject({ unit: z.literal('DAY') }),
    /** 1 = Monday. */
    z.strictObject({ unit: z.literal('WEEK'), weekday: z.int().min(1).max(7) }),
    z.strictObject({ unit: z.literal('MONTH'), day: z.int().min(1).max(28) }),
  ]),
  /** In cents. If less is available, nothing is paid until the next time. */
  minimum: z.int().min(1).max(99_999_999_99),
});

export type Schedule = z.output<typeof schedule>;
