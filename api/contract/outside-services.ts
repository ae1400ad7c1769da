import { z } from 'zod';
import { instant, mutation, query } from './procedure.ts';

/** Whether the service worked when this process last used it; null before the first use. */
const last = z.strictObject({ at: instant, isWorking: z.boolean() }).nullable();

/** Null when the call failed. */
const milliseconds = z.int().nullable();

export const servicesContract = {
  'admin.getServices': query(
    'The services that the product uses besides acquirers and mail, and how they fared last',
    z.strictObject({}),
    z.strictObject({
      storage: z.strictObject({
        kind: z.enum(['folder', 's3']),
        /** Host and bucket; null for a folder. */
        place: z.string().nullable(),
        last,
      }),
      postalCode: z.strictObject({ host: z.string(), last }),
    }),
  ),
  'admin.testStorage': mutation(
    'Stores a small file, reads it and removes it',
    z.strictObject({}),
    z.strictObject({
      /** `damaged`: what was read is not what was stored. */
      outcome: z.enum(['answered', 'damaged', 'unavailable']),
      milliseconds,
    }),
  ),
  'admin.testPostalCode': mutation(
    'Asks the postal-code service for a CEP',
    z.strictObject({ cep: z.string().regex(/^\d{8}$/) }),
    z.strictObject({
      /** `unknown`: there is no such CEP. */
      outcome: z.enum(['found', 'unknown', 'unavailable']),
      address: z
        .strictObject({
          street: z.string(),
          district: z.string(),
          city: z.string(),
          state: z.string(),
        })
        .nullable(),
      milliseconds,
    }),
  ),
};
