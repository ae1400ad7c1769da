import { z } from 'zod';
import { states } from '#/domain/brazil/states.ts';
import type { Address } from '#/domain/ports/charge.ts';

/**
 * Where a platform itself is, for acquirers that charge no card without a billing address: it stands in for the address of
 * a buyer who was not asked for one.
 */
export const billingAddress = z.object({
  /** With or without its hyphen. */
  zipCode: z.string().regex(/^\d{5}-?\d{3}$/),
  address: z.string().min(1),
  number: z.string().min(1),
  complement: z.string().min(1).optional(),
  district: z.string().min(1),
  city: z.string().min(1),
  state: z.enum(states),
});

/** The same, as an account or a buyer may have it. */
export type BillingAddress = Omit<Address, 'complement'> & {
  readonly complement?: string | undefined;
};
