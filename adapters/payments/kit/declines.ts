import type { z } from 'zod';
import type { BindingOperation } from '#/domain/ports/provider-operations.ts';

/** A documented refusal: it proves that nothing was done. */
export interface DocumentedDecline {
  readonly status: number;
  /** Tells the refusal from a proxy's page with the same status. */
  readonly body: z.ZodType;
}

/** Documented refusals, by operation. After another refusal the provider may have acted, except on a PIX charge (`send-guard.ts`). */
export type Declines = { readonly [Name in BindingOperation]?: readonly DocumentedDecline[] };
