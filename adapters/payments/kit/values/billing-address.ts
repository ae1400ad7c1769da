import { z } from 'zod';
import { states } from '#/domain/brazil/states.ts';
import type { Address } from '#/domain/ports/charge.ts';

/**
 * The platform's own address, for acquirers that charge no card without a billing address: used when the buyer was not asked
 * for one.
 */
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

/** A billing address, from an account or a buyer. */
export type BillingAddress = Omit<Address, 'complement'> & {
  readonly complement?: string | undefined;
};
