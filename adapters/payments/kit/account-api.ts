import { z } from 'zod';

/** The API of an acquirer that an account is for: by the rules of `domain/specification/acquirers.md`, or by its public clients. */
export const accountApis = ['specification', 'clients'] as const;

export type AccountApi = (typeof accountApis)[number];

/** The part of an account that chooses the API of the public clients. */
export const byClients = { api: z.literal('clients') };

const chosen = z.looseObject({ api: z.enum(accountApis).default('specification') });

/** @throws ZodError when the account names an unknown API */
export const apiOf = (account: unknown): AccountApi => chosen.parse(account).api;
