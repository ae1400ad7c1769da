import type { Core } from '#/api/composition/core.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';

/** @throws Refused `receiver/unknown`, `record/archived` */
export const requireActiveSeller = async (
  { handler }: Pick<Core, 'handler'>,
  platformId: string,
  sellerId: string,
): Promise<SellerDetails> => {
  const { state } = await handler.load(seller, streamOf('seller', sellerId));
  if (state.status === 'ABSENT' || state.details.platformId !== platformId) {
    throw new Refused('receiver/unknown');
  }
  return activeDetails(state);
};
