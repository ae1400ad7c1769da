import * as z from 'zod/mini';

/** Where to go after signing in. */
export const loginSearch = z.object({
  next: z.catch(z.optional(z.string()), undefined),
});
