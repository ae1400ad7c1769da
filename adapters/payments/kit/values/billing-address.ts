import { z } from 'zod';
import { states } from '#/domain/brazil/states.ts';
import type { Address } from '#/domain/ports/charge.ts';

/** For acquirers that need a billing address for cards; sent when the buyer gave none, and when a card is saved. */
export const billingAddress = z.object({
  /** The hyphen is optional. */
  zipCode: z.string().regex(/^\d{5}-?\d{3}$/),
  address: z.string().min(1),
  number: z.string().min(1),
  complement: z.string().min(1).optional(),
  district: z.string().min(1),
  city: z.string().min(1),
  state: z.enum(states),
});

export type BillingAddress = Omit<Address, 'complement'> & {
  readonly complement?: string | undefined;
};
