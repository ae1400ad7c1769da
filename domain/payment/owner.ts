import { z } from 'zod';
import { accountOfMoney } from '#/domain/acquiring/call-attempt.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { simulatedPart } from '#/domain/platform/simulated.ts';
import { currencySchema } from '#/domain/values/money.ts';

/** Events about money repeat its owner, acquirer and account, so that each event can be booked without another. */
export const owner = {
  platformId: aggregateId,
  sellerId: aggregateId,
  provider: z.string(),
  merchantAccount: accountOfMoney,
};

/** `owner`, with the currency of the event's amounts. */
export const ownerOfMoney = { ...owner, currency: currencySchema };

/** For events that change the seller's account: with whether the sale is simulated. */
export const ownerOfSale = { ...ownerOfMoney, ...simulatedPart };
