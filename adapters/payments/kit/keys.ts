import { z } from 'zod';

/** Marks a field of an account that is not shown again once saved. */
export const secret = <Field extends z.ZodType>(field: Field): Field =>
  field.meta({ isSecret: true });

/** The usual account: two keys and a host. */
export const keysAt = (baseUrl?: string) =>
  z.object({
    baseUrl: baseUrl === undefined ? z.url() : z.url().default(baseUrl),
    publicKey: z.string().optional(),
    secretKey: secret(z.string().min(1)),
  });

export const bothKeysAt = (baseUrl?: string) =>
  keysAt(baseUrl).extend({ publicKey: z.string({ error: 'Public key is required' }).min(1) });

export type BothKeys = z.output<ReturnType<typeof bothKeysAt>>;

export type Keys = z.output<ReturnType<typeof keysAt>>;
