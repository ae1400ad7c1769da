import type { Checkout, InstallmentOption } from '#/api/contract/checkout.ts';
import type { Core } from '#/api/core.ts';
import { Refused } from '#/domain/errors.ts';
import type { Ports } from '#/domain/policies/policy.ts';
import type { PaymentMethod } from '#/domain/ports/payment-provider.ts';
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

/** What the platform's acquirer takes; nothing when it has no account there any more. */
const methodsTaken = async (
  { providers }: Ports,
  ...acquirer: Parameters<Ports['providers']>
): Promise<readonly PaymentMethod[]> => {
  try {
    return (await providers(...acquirer)).paymentMethods;
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
};

/** An offer as its checkout page shows it (spec 1 §3). */
export const getCheckout = async (
  { handler, vault, ports }: Core,
  gatewayOf: (providerId: string) => Gateway,
  checkoutId: string,
): Promise<Checkout> => {
  const catalogue = await loadCatalogue(handler, checkoutId);
  const { offer, product, seller, platform } = catalogue;
  const { productId: _, sellerId: __, deliveryOptions, ...shown } = offer;
  const identity = await vault.open<Identity>(seller.identity);
  const gateway = gatewayOf(platform.provider);
  const taken = await methodsTaken(ports, platform.provider, offer.platformId);
  const isOffered = (method: PaymentMethod): boolean =>
    taken.includes(method) && isMethodEnabled(method, offer, seller);
  return {
    ...shown,
    id: checkoutId,
    deliveryOptions: [...deliveryOptions],
    pixEnabled: isOffered('PIX'),
    // Card data never come here: where the browser has nowhere to take them, there is no paying by card.
    creditCardEnabled: isOffered('CREDIT_CARD') && gateway.tokenizerUrl !== null,
    billetEnabled: isOffered('BILLET'),
    provider: { paymentProvider: platform.provider, ...gateway },
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
