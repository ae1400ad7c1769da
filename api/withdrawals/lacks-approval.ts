import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { isApproved } from '#/domain/receiver/approval.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { seller } from '#/domain/seller/seller.ts';

/** True for a seller who registered by a link, until staff approve (people.119): no one has verified who the seller is. */
export const lacksApproval = async (
  { handler }: Pick<Core, 'handler'>,
  sellerId: string,
): Promise<boolean> => {
  const { state } = await handler.load(seller, streamOf('seller', sellerId));
  if (state.status === 'ABSENT' || state.details.acceptedTerms === undefined) return false;
  const { state: receiverState } = await handler.load(receiver, streamOf('receiver', sellerId));
  return !isApproved(receiverState);
};
