import type { Core } from '#/api/composition/core.ts';
import { routeOf } from '#/domain/acquiring/route.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import type { SellerDetails } from '#/domain/seller/seller.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { AccountOwner } from '#/ledger/accounts/books.ts';
import { decode } from '#/ledger/codec.ts';

interface Revision<Details> {
  readonly details: Details;
  readonly at: Timestamp;
}

/** Lists the details that were in force at some time since `since`, the latest first: the revisions since, and the last one before. */
const listInForceSince = <Details>(
  revisions: readonly Revision<Details>[],
  since: Timestamp,
): readonly Details[] =>
  revisions
    .filter((_, index) => (revisions[index + 1]?.at ?? since) >= since)
    .map(({ details }) => details)
    .toReversed();

/** Lists the acquirers by which the seller's payouts may have been made since `since`: those of the present route and of earlier ones. */
export const listRoutedSince = async (
  { store }: Pick<Core, 'store'>,
  { sellerId, platformId }: AccountOwner,
  since: Timestamp,
  isSimulated?: boolean,
): Promise<readonly string[]> => {
  const [ofPlatform, ofSeller] = await Promise.all([
    store.readStream(streamOf('platform', platformId)),
    store.readStream(streamOf('seller', sellerId)),
  ]);
  const platforms = ofPlatform
    .map(decode)
    .flatMap((event): readonly Revision<PlatformDetails>[] =>
      event.type === 'PlatformCreated' || event.type === 'PlatformRevised' ? [event.data] : [],
    );
  const sellers = ofSeller
    .map(decode)
    .flatMap((event): readonly Revision<SellerDetails>[] =>
      event.type === 'SellerCreated' || event.type === 'SellerRevised' ? [event.data] : [],
    );
  // Whether the acquirer may still be used depends on the present setup: one that only simulates must not end a real payout.
  const present = platforms.at(-1)?.details;
  const inForce = listInForceSince(platforms, since).map(({ routes }) => ({ ...present, routes }));
  const providers = listInForceSince(sellers, since).flatMap((seller) =>
    inForce.flatMap((platform) => routeOf('WITHDRAW', platform, seller, isSimulated)),
  );
  return [...new Set(providers.map(({ provider }) => provider))];
};
