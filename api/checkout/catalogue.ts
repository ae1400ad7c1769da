import type { Decider } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import type { DomainEvent } from '#/domain/events.ts';
import { streamOf, type Category } from '#/domain/ids.ts';
import { offer } from '#/domain/offer/decider.ts';
import type { Catalogue } from '#/domain/payment/pricing.ts';
import { platform } from '#/domain/platform/decider.ts';
import { product } from '#/domain/product/decider.ts';
import { activeDetails, type RecordState } from '#/domain/record.ts';
import { seller } from '#/domain/seller/decider.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';

/**
 * An offer with all that its price depends on, read from the record itself. @throws Refused `offer/not-available` when it
 * or anything it needs is absent or archived
 */
export const loadCatalogue = async (
  handler: CommandHandler,
  offerId: string,
): Promise<Catalogue> => {
  const details = async <Command, Event extends DomainEvent, Details>(
    decider: Decider<Command, Event, RecordState<Details>> & { readonly category: Category },
    id: string,
  ): Promise<Details> => {
    const { state } = await handler.load(decider, streamOf(decider.category, id));
    try {
      return activeDetails(state);
    } catch (error) {
      throw error instanceof Refused ? new Refused('offer/not-available') : error;
    }
  };

  const offered = await details(offer, offerId);
  const [ofProduct, ofSeller, ofPlatform] = await Promise.all([
    details(product, offered.productId),
    details(seller, offered.sellerId),
    details(platform, offered.platformId),
  ]);
  const bumps = await Promise.all(
    ofProduct.ordersBumps.map(async ({ offerId: id }) => {
      const { state } = await handler.load(offer, streamOf('offer', id));
      // A bump whose offer was archived is no longer offered; the checkout itself goes on.
      return state.status === 'ACTIVE' ? ([id, state.details] as const) : undefined;
    }),
  );
  const bumpOffers = new Map(bumps.filter((bump) => bump !== undefined));
  return {
    offerId,
    offer: offered,
    product: ofProduct,
    seller: ofSeller,
    platform: ofPlatform,
    bumpOffers,
  };
};
