import type { z } from 'zod';
import type { BindingOperation } from '#/domain/ports/provider-operations.ts';

/** A documented refusal: it proves that nothing was done. */
export interface DocumentedDecline {
  readonly status: number;
  /** Tells the refusal from a proxy's page with the same status. */
  readonly body: z.ZodType;
}

/** Documented refusals, by operation. After a refusal in another form the provider may have acted. */
export type Declines = { readonly [Name in BindingOperation]?: readonly DocumentedDecline[] };
