import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { simulatedPart } from '#/domain/platform/simulated.ts';
import { currencySchema } from '#/domain/values/money.ts';

/** Owner of the money, and the provider that has it. Events about money repeat both, so that each event can be booked on its own. */
export const owner = { platformId: aggregateId, sellerId: aggregateId, provider: z.string() };

/** `owner`, with the currency of the event's amounts. */
export const ownerOfMoney = { ...owner, currency: currencySchema };

/** `ownerOfMoney` for events that change the seller's account, with whether the sale is simulated. */
export const ownerOfSale = { ...ownerOfMoney, ...simulatedPart };
