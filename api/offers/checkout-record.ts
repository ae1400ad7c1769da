import type { Decider } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { streamOf, type Category } from '#/domain/values/ids.ts';
import { offer } from '#/domain/offer/offer.ts';
import type { Bump, CheckoutRecord } from '#/domain/payment/pricing.ts';
import { platform } from '#/domain/platform/platform.ts';
import { product, type ProductDetails } from '#/domain/product/product.ts';
import type { RecordState } from '#/domain/aggregates/record.ts';
import { termsFor } from '#/domain/seller/own-terms.ts';
import { seller } from '#/domain/seller/seller.ts';
import type { RecordCache } from '#/ledger/states/record-cache.ts';

type RecordDecider<Command, Event extends DomainEvent, Details> = Decider<
  Command,
  Event,
  RecordState<Details>
> & { readonly category: Category };

/** Returns a record's details; undefined when the record is absent or archived. */
const findActive = async <Command, Event extends DomainEvent, Details>(
  records: RecordCache,
  decider: RecordDecider<Command, Event, Details>,
  id: string,
): Promise<Details | undefined> => {
  const { state } = await records.load(decider, streamOf(decider.category, id));
  return state.status === 'ACTIVE' ? state.details : undefined;
};

/** Leaves out bumps that are absent or archived, so that the checkout itself works. */
const loadBumps = async (
  records: RecordCache,
  { ordersBumps }: ProductDetails,
): Promise<ReadonlyMap<string, Bump>> => {
  const bumps = await Promise.all(
    ordersBumps.map(async ({ id, offerId, fakePrice }) => {
      const ofBump = await findActive(records, offer, offerId);
      const sold = ofBump && (await findActive(records, product, ofBump.productId));
      return sold && ([id, { offer: ofBump, product: sold, fakePrice }] as const);
    }),
  );
  return new Map(bumps.filter((bump) => bump !== undefined));
};

/** Returns records at most 100 ms old. @throws Refused `offer/not-available` */
export const loadCheckoutRecord = async (
  records: RecordCache,
  offerId: string,
): Promise<CheckoutRecord> => {
  const loadExisting = async <Command, Event extends DomainEvent, Details>(
    decider: RecordDecider<Command, Event, Details>,
    id: string,
  ): Promise<Details> => {
    const details = await findActive(records, decider, id);
    if (details === undefined) throw new Refused('offer/not-available');
    return details;
  };
  const offered = await loadExisting(offer, offerId);
  if (offered.onlyAsBump) throw new Refused('offer/not-available');
  const [ofProduct, ofSeller, ofPlatform] = await Promise.all([
    loadExisting(product, offered.productId),
    loadExisting(seller, offered.sellerId),
    loadExisting(platform, offered.platformId),
  ]);
  return {
    offerId,
    offer: offered,
    product: ofProduct,
    seller: ofSeller,
    platform: termsFor(ofPlatform, ofSeller.ownTerms),
    bumps: await loadBumps(records, ofProduct),
  };
};
