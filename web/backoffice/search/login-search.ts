import * as z from 'zod/mini';

/** The page to open after signing in. */
export const loginSearch = z.object({
  next: z.catch(z.optional(z.string()), undefined),
});
