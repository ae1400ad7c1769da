import type { Core } from '#/api/composition/core.ts';
import { cents, positiveCents } from '#/domain/values/money.ts';
import { offer, type OfferDetails } from '#/domain/offer/offer.ts';
import { product, type ProductDetails } from '#/domain/product/product.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';

type Owner = Pick<ProductDetails, 'platformId' | 'sellerId'>;

const ebook: Omit<ProductDetails, keyof Owner> = {
  name: 'E-book',
  description: '',
  image: null,
  typeProduct: 'DIGITAL',
  warrantyDays: 7,
  ordersBumps: [],
};

const ebookOffer: Omit<OfferDetails, keyof Owner> = {
  productId: 'ebook',
  title: 'E-book',
  price: positiveCents.parse(9_700),
  coin: 'BRL',
  type: 'ONE_TIME',
  recurrencePrice: null,
  frequencyInDays: null,
  fretePrice: cents(0),
  deliveryOptions: [],
  pixEnabled: true,
  creditCardEnabled: true,
  billetEnabled: true,
  requiredDocumentAndPhone: false,
};

export const makeOffer = async (
  { handler, now }: Pick<Core, 'handler' | 'now'>,
  { platformId, sellerId }: Owner,
  contextOf: (platformId: string, id: string) => CommandContext,
): Promise<void> => {
  const made = { type: 'Create', now: now() } as const;
  const owner = { platformId, sellerId };
  const ofProduct = { ...made, details: { ...owner, ...ebook } };
  await handler.handle(product, 'product-ebook', ofProduct, contextOf(platformId, 'ebook'));
  const ofOffer = { ...made, details: { ...owner, ...ebookOffer } };
  await handler.handle(offer, 'offer-demo-ebook', ofOffer, contextOf(platformId, 'demo-ebook'));
};
