import type { z } from 'zod';
import type { BindingOperation } from '#/domain/ports/provider-operations.ts';

/** A refusal in the form that the provider's documents show: it proves that nothing was done. */
export interface DocumentedDecline {
  readonly status: number;
  /** The body of such a refusal. A page with the same status, from a proxy in front of the provider, does not have this body. */
  readonly body: z.ZodType;
}

/**
 * Documented refusals, by operation. Any other refusal leaves the outcome unknown, because the operation may have happened. A charge by
 * PIX is exempt: no one can pay a code that no one saw.
 */
export type Declines = { readonly [Name in BindingOperation]?: readonly DocumentedDecline[] };
