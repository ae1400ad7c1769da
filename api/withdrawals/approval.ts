import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/ids.ts';
import { isApproved } from '#/domain/receiver/approval.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { seller } from '#/domain/seller/seller.ts';

/**
 * True for a seller who came in by registering, while staff have not approved the whole checklist: no one has seen yet who they are
 * (people.119). Others were known when they were made.
 */
export const lacksApproval = async (
  { handler }: Pick<Core, 'handler'>,
  sellerId: string,
): Promise<boolean> => {
  const { state } = await handler.load(seller, streamOf('seller', sellerId));
  if (state.status === 'ABSENT' || state.details.acceptedTerms === undefined) return false;
  const { state: known } = await handler.load(receiver, streamOf('receiver', sellerId));
  return !isApproved(known);
};
