import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { amountInCents, currencySchema, positiveCents } from '#/domain/values/money.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';

const deliveryOption = z.strictObject({
  id: aggregateId,
  description: z.string().min(1).max(120),
  deliveryTime: z.string().min(1).max(80),
  /** 0 is shown as free. */
  fareAmount: amountInCents,
  preSelected: z.boolean(),
});

/** An offer, which a checkout sells (checkout.22). */
export const offerDetails = z.strictObject({
  platformId: aggregateId,
  sellerId: aggregateId,
  productId: aggregateId,
  title: z.string().min(1).max(120),
  price: positiveCents,
  coin: currencySchema,
  type: z.enum(['ONE_TIME', 'SUBSCRIPTION']),
  /** Price of each next cycle; null for ONE_TIME. */
  recurrencePrice: positiveCents.nullable(),
  frequencyInDays: z.int().min(1).max(366).nullable(),
  /** Fixed shipping; null = the chosen delivery option's fare. */
  fretePrice: amountInCents.nullable(),
  deliveryOptions: z.array(deliveryOption).max(20),
  pixEnabled: z.boolean(),
  creditCardEnabled: z.boolean(),
  billetEnabled: z.boolean(),
  requiredDocumentAndPhone: z.boolean(),
  /** The offer has no checkout of its own. */
  onlyAsBump: z.boolean().optional(),
});

export type OfferDetails = z.output<typeof offerDetails>;

export const { decider: offer, events: offerEvents } = defineRecord('offer', offerDetails);
