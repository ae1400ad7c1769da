import type { z } from 'zod';
import type { BindingOperation } from '#/domain/ports/payment-provider.ts';

/** A refusal in the form that the provider's documents show: it proves that nothing was done. */
export interface DocumentedDecline {
  readonly status: number;
  /** What its body has. A page of something in front of the provider, with the same status, is not a refusal by the provider. */
  readonly body: z.ZodType;
}

/** By operation. Of what moves money or binds a seller, what is not listed here proves nothing, but for a charge by PIX. */
export type Declines = { readonly [Name in BindingOperation]?: readonly DocumentedDecline[] };
