import type { z } from 'zod';
import type { BindingOperation } from '#/domain/ports/provider-operations.ts';

/** A refusal in the form that the provider's documents show: it proves that nothing was done. */
export interface DocumentedDecline {
  readonly status: number;
  /** The body of a documented refusal. A page with the same status, from a proxy in front of the provider, does not have this body. */
  readonly body: z.ZodType;
}

/**
 * Documented refusals, by operation. After a refusal in another form the outcome is unknown: the provider may have acted. A charge by PIX
 * is the exception: some statuses alone prove a refusal there, because no one can pay a code that no one saw (`send-guard.ts`).
 */
export type Declines = { readonly [Name in BindingOperation]?: readonly DocumentedDecline[] };
