import type { Checkout, InstallmentOption } from '#/api/contract/checkout.ts';
import type { Core } from '#/api/core.ts';
import { cents } from '#/domain/money.ts';
import {
  isMethodEnabled,
  optionsOf,
  priceOfGoods,
  type Catalogue,
} from '#/domain/payment/pricing.ts';
import type { Identity } from '#/domain/sealed.ts';
import { loadCatalogue } from './catalogue.ts';

/** What the browser needs to turn card data into a provider's token without our server seeing it. */
export interface Gateway {
  readonly gatewayPublicKey: string;
  readonly tokenizerUrl: string | null;
}

/** Used when the seller sets none (spec 1 §9). */
const DEFAULT_COLOR_PRIMARY = '#0762d1';

const bumpsOf = ({ product, bumpOffers }: Catalogue): Checkout['product']['ordersBumps'] =>
  product.ordersBumps.flatMap(({ id, title, fakePrice, offerId }) => {
    const offer = bumpOffers.get(offerId);
    if (!offer) return [];
    const shown = { title, image: product.image };
    return [{ id, offer: { title, price: offer.price, fakePrice, product: shown } }];
  });

/** An offer as its checkout page shows it (spec 1 §3). */
export const getCheckout = async (
  { handler, vault }: Core,
  gatewayOf: (providerId: string) => Gateway,
  checkoutId: string,
): Promise<Checkout> => {
  const catalogue = await loadCatalogue(handler, checkoutId);
  const { offer, product, seller, platform } = catalogue;
  const { productId: _, sellerId: __, deliveryOptions, ...shown } = offer;
  const identity = await vault.open<Identity>(seller.identity);
  return {
    ...shown,
    id: checkoutId,
    deliveryOptions: [...deliveryOptions],
    pixEnabled: isMethodEnabled('PIX', offer, seller),
    creditCardEnabled: isMethodEnabled('CREDIT_CARD', offer, seller),
    billetEnabled: isMethodEnabled('BILLET', offer, seller),
    provider: { paymentProvider: platform.provider, ...gatewayOf(platform.provider) },
    product: {
      name: product.name,
      description: product.description,
      image: product.image,
      typeProduct: product.typeProduct,
      warrantyDays: product.warrantyDays,
      ordersBumps: bumpsOf(catalogue),
    },
    sellerName: identity?.name ?? platform.name,
    checkoutBuilderConfig: { colorPrimary: DEFAULT_COLOR_PRIMARY },
  };
};

/** Instalment options for an offer with bumps and shipping (spec 1 §7, spec 2 §5). */
export const getInstallments = async (
  { handler }: Core,
  input: {
    readonly checkoutId: string;
    readonly orderBumpsIds: string;
    readonly fareAmount: number;
  },
): Promise<InstallmentOption[]> => {
  const catalogue = await loadCatalogue(handler, input.checkoutId);
  const ids = input.orderBumpsIds.split(',').filter((id) => id !== '');
  const price = priceOfGoods(catalogue, ids, cents(input.fareAmount));
  return optionsOf(catalogue, price).map(({ interest: _, ...option }) => option);
};
