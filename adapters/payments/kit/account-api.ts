import { z } from 'zod';

/** Which API of an acquirer an account is for: the specification's, or that of its public clients, where the two differ. */
export const accountApis = ['specification', 'clients'] as const;

export type AccountApi = (typeof accountApis)[number];

/** The part of an account that chooses the API of the public clients. */
export const byClients = { api: z.literal('clients') };

const chosen = z.looseObject({ api: z.enum(accountApis).default('specification') });

/** @throws ZodError when the account names an unknown API */
export const apiOf = (account: unknown): AccountApi => chosen.parse(account).api;
