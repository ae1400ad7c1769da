import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { currencySchema } from '#/domain/money.ts';

/** Owner of the money, and the provider that has it: money events repeat both, so that each can be booked separately. */
export const owner = { platformId: aggregateId, sellerId: aggregateId, provider: z.string() };

/** The same with the currency of the event's amounts. */
export const ownerOfMoney = { ...owner, currency: currencySchema };
