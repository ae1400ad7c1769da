import { z } from 'zod';

/** The API of `domain/specification/acquirers.md`, or that of the acquirer's public clients. */
export const accountApis = ['specification', 'clients'] as const;

export type AccountApi = (typeof accountApis)[number];

/** For an account that chooses the API of the public clients. */
export const byClients = { api: z.literal('clients') };

const chosen = z.looseObject({ api: z.enum(accountApis).default('specification') });

/** @throws ZodError when the account names an unknown API */
export const apiOf = (account: unknown): AccountApi => chosen.parse(account).api;
