import { z } from 'zod';

/**
 * Which API of its acquirer an account uses: the one that `domain/specification/acquirers.md` describes, or the one that the acquirer's
 * public clients use.
 */
export const accountApis = ['specification', 'clients'] as const;

export type AccountApi = (typeof accountApis)[number];

/** The part of an account that chooses the API of the public clients. */
export const byClients = { api: z.literal('clients') };

const chosen = z.looseObject({ api: z.enum(accountApis).default('specification') });

/** @throws ZodError when the account names an unknown API */
export const apiOf = (account: unknown): AccountApi => chosen.parse(account).api;
