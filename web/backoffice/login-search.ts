import * as z from 'zod/mini';

/** Where to go after signing in, and whether the session ended on its own. */
export const loginSearch = z.object({
  next: z.catch(z.optional(z.string()), undefined),
  expired: z.catch(z.optional(z.boolean()), undefined),
});
