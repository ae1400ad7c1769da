import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { isApproved } from '#/domain/receiver/approval.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { seller } from '#/domain/seller/seller.ts';

/** Until staff approve (people.119), no one has verified a seller who registered by a link. */
export const lacksApproval = async (
  { handler }: Pick<Core, 'handler'>,
  sellerId: string,
): Promise<boolean> => {
  const { state } = await handler.load(seller, streamOf('seller', sellerId));
  if (state.status === 'ABSENT' || state.details.acceptedTerms === undefined) return false;
  const { state: known } = await handler.load(receiver, streamOf('receiver', sellerId));
  return !isApproved(known);
};
