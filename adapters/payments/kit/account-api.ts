import { z } from 'zod';

/** Whose account of an acquirer's API is meant: the specification's, or its public clients', where the two differ. */
export const accountApis = ['specification', 'clients'] as const;

export type AccountApi = (typeof accountApis)[number];

/** The part of an account that chooses the API of the public clients. */
export const byClients = { api: z.literal('clients') };

const chosen = z.looseObject({ api: z.enum(accountApis).default('specification') });

/** @throws ZodError when it names an API that there is not */
export const apiOf = (account: unknown): AccountApi => chosen.parse(account).api;
