import { z } from 'zod';
import { states } from '#/domain/brazil/states.ts';
import type { Address } from '#/domain/ports/charge.ts';

/**
 * A platform's address, for acquirers that charge no card without a billing address. It is sent with a charge for which the buyer gave
 * none.
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
