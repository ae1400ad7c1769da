import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { amountInCents } from '#/domain/values/money.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';

/** A product and the bumps sold with it (checkout.23). */
export const productDetails = z.strictObject({
  platformId: aggregateId,
  sellerId: aggregateId,
  name: z.string().min(1).max(120),
  description: z.string().max(2_000),
  /** Address of the image; null shows a placeholder. */
  image: z.string().max(2_000).nullable(),
  typeProduct: z.enum(['FISICO', 'DIGITAL']),
  /** Guarantee (money.21). */
  warrantyDays: z.union([z.literal(7), z.literal(14), z.literal(21), z.literal(30)]),
  ordersBumps: z
    .array(
      z.strictObject({
        id: aggregateId,
        /** The offer that is added, with its own title and price. */
        offerId: aggregateId,
        /** Only in older events; nothing reads it. */
        title: z.string().min(1).max(120).optional(),
        fakePrice: amountInCents,
      }),
    )
    .max(20),
});

export type ProductDetails = z.output<typeof productDetails>;

export const { decider: product, events: productEvents } = defineRecord('product', productDetails);
