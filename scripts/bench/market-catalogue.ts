import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { Decider } from '#/domain/aggregates/aggregate.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { streamOf, type Category } from '#/domain/values/ids.ts';
import { offer } from '#/domain/offer/offer.ts';
import { product } from '#/domain/product/product.ts';
import type { RecordCommand, RecordState } from '#/domain/aggregates/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import { timestamp } from '#/domain/values/time.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { offers, PLATFORM_ID, products, SELLER_ID } from '#/scripts/seeds/demo-catalogue.ts';

export const OFFERS_EACH = 10;
const AT_ONCE = 200;

export const marketSeller = (nth: number): string => `market-seller-${nth}`;

/** Creates copies of the demo's seller, each with a product and ten offers. The offers are called `market-0` and so on. */
export const fillMarket = async (connectionString: string, sellers: number): Promise<void> => {
  const store = await openPostgresStore({ connectionString });
  const handler = createCommandHandler({ store });
  const now = timestamp(Temporal.Now.instant());
  const create = <Details, Event extends DomainEvent>(
    decider: Decider<RecordCommand<Details>, Event, RecordState<Details>> & {
      readonly category: Category;
    },
    id: string,
    details: Details,
  ) =>
    handler.handle(
      decider,
      streamOf(decider.category, id),
      { type: 'Create', details, now },
      { commandId: randomUUID(), platform: PLATFORM_ID, actor: 'system', correlation: id },
    );
  const { state } = await handler.load(seller, streamOf('seller', SELLER_ID));
  const ebook = products['demo-ebook-product'];
  const offered = offers['demo-ebook'];
  if (state.status === 'ABSENT' || !ebook || !offered) throw new Error('there is no demo shop');
  const { details } = state;
  const open = async (nth: number): Promise<void> => {
    const sellerId = marketSeller(nth);
    const productId = `market-product-${nth}`;
    await create(seller, sellerId, details);
    await create(product, productId, { ...ebook, sellerId, ordersBumps: [] });
    for (let index = 0; index < OFFERS_EACH; index += 1) {
      const offerId = `market-${nth * OFFERS_EACH + index}`;
      await create(offer, offerId, { ...offered, sellerId, productId });
    }
  };
  try {
    await pLimit(AT_ONCE).map(
      Array.from({ length: sellers }, (_, nth) => nth),
      open,
    );
  } finally {
    await store.close();
  }
};
