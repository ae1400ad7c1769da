import type { Core } from '#/api/composition/core.ts';
import type { Candidate } from '#/domain/acquiring/choose.ts';
import { routeOf } from '#/domain/acquiring/route.ts';
import type { CheckoutRecord } from '#/domain/payment/pricing.ts';
import { takesCards } from '#/domain/workflows/card-at-provider.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { takesCurrency } from '#/api/acquiring/circumstances.ts';
import { isCardBundle } from '#/api/payments/cards/card-bundle.ts';

/**
 * Data for the browser to exchange a card for a provider's token without our server seeing the card, if the provider offers
 * that.
 */
export interface Gateway {
  readonly gatewayPublicKey: string;
  readonly tokenizerUrl: string | null;
}

export type GatewayOf = (providerId: string) => Gateway;

/**
 * Selects the acquirers that can get the card. With a token, these are the ones that accept this kind of token: a bundle of ours, or one
 * that a browser got from an acquirer. While there is no token yet, an acquirer that accepts either kind is selected.
 */
const takesCardBy =
  (gatewayOf: GatewayOf, cardToken: string | undefined) =>
  (provider: PaymentProvider): boolean => {
    const isFromBrowsers = gatewayOf(provider.id).tokenizerUrl !== null;
    if (cardToken === undefined) return isFromBrowsers || takesCards(provider);
    return isCardBundle(cardToken) ? takesCards(provider) : isFromBrowsers;
  };

/**
 * Leaves out acquirers that require an address for this method, unless the offer's product is physical. For other products a buyer may
 * give no address.
 */
const takesFrom =
  (method: PaymentMethod, { product }: CheckoutRecord) =>
  ({ wantsAddress = [] }: PaymentProvider): boolean =>
    product.typeProduct === 'FISICO' || !wantsAddress.includes(method);

/** Returns the acquirers on the route for an offer and method, with whether each can be chosen now. */
export const listCandidates = (
  { acquiring }: Core,
  checkoutRecord: CheckoutRecord,
  method: PaymentMethod,
  gatewayOf: GatewayOf,
  cardToken?: string,
): Promise<readonly Candidate[]> => {
  const { offer, platform, seller } = checkoutRecord;
  const takesCard = takesCardBy(gatewayOf, cardToken);
  const takesBuyer = takesFrom(method, checkoutRecord);
  return acquiring.circumstances(routeOf(method, platform, seller), {
    platformId: offer.platformId,
    purpose: method,
    suits: (provider) =>
      takesCurrency(provider, offer.coin) &&
      takesBuyer(provider) &&
      (method !== 'CREDIT_CARD' || takesCard(provider)),
  });
};
