import * as z from 'zod/mini';

/** The platform at which the seller registers. */
export const registerSearch = z.object({
  platform: z.catch(z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))), undefined),
});
