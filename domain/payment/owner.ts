import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';

/** Owner of the money, and the provider that has it: money events repeat both, so that each can be booked by itself. */
export const owner = { platformId: aggregateId, sellerId: aggregateId, provider: z.string() };
