import { z } from 'zod';
import { sellerRoutes } from '#/domain/acquiring/route.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { ownTerms } from './own-terms.ts';

/** A producer (people.6): owns products, receives money, withdraws. */
export const sellerDetails = z.strictObject({
  platformId: aggregateId,
  /** `identity` holds name and document (`Identity`), `contact` the e-mail (`Contact`). */
  identity: encrypted,
  contact: encrypted,
  pixEnabled: z.boolean(),
  creditCardEnabled: z.boolean(),
  billetEnabled: z.boolean(),
  routes: sellerRoutes,
  /** Terms in place of the platform's; absent = none. */
  ownTerms: ownTerms.exactOptional(),
  /** The terms of use that the seller accepted by registering (people.40). */
  acceptedTerms: z
    .strictObject({
      version: z.string(),
      /** SHA-256 of the text, in hexadecimal. */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      at: timestampSchema,
    })
    .optional(),
});

export type SellerDetails = z.output<typeof sellerDetails>;

export const { decider: seller, events: sellerEvents } = defineRecord('seller', sellerDetails);
