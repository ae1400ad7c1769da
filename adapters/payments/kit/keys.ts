import { z } from 'zod';

/** The usual account: two keys, and a host, which is known of some providers. */
export const keysAt = (baseUrl?: string) =>
  z.object({
    baseUrl: baseUrl === undefined ? z.url() : z.url().default(baseUrl),
    publicKey: z.string().optional(),
    secretKey: z.string().min(1),
  });

export type Keys = z.output<ReturnType<typeof keysAt>>;
