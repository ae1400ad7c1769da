import type { Core } from '#/api/composition/core.ts';
import type { Considered } from '#/domain/acquiring/choose.ts';
import { routeOf } from '#/domain/acquiring/route.ts';
import type { Catalogue } from '#/domain/payment/pricing.ts';
import { takesCards } from '#/domain/workflows/card-at-provider.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { isCardBundle } from '#/api/cards/card-bundle.ts';

/** What the browser needs to turn card data into a provider's token without our server seeing it, where there is such a way. */
export interface Gateway {
  readonly gatewayPublicKey: string;
  readonly tokenizerUrl: string | null;
}

export type GatewayOf = (providerId: string) => Gateway;

/** A card gets to an acquirer by its tokeniser for browsers, or by us; a token says by which of the two it came. */
const takesCardBy =
  (gatewayOf: GatewayOf, cardToken: string | undefined) =>
  (provider: PaymentProvider): boolean => {
    const isFromBrowsers = gatewayOf(provider.id).tokenizerUrl !== null;
    if (cardToken === undefined) return isFromBrowsers || takesCards(provider);
    return isCardBundle(cardToken) ? takesCards(provider) : isFromBrowsers;
  };

/** Of a buyer who is asked for no address, some acquirers take some ways to pay not at all (a boleto of iugu). */
const takesFrom =
  (method: PaymentMethod, { product }: Catalogue) =>
  ({ wantsAddress = [] }: PaymentProvider): boolean =>
    product.typeProduct === 'FISICO' || !wantsAddress.includes(method);

/** What speaks for and against each acquirer that an offer may be paid through by this method. */
export const acquirersFor = (
  { acquiring }: Core,
  catalogue: Catalogue,
  method: PaymentMethod,
  gatewayOf: GatewayOf,
  cardToken?: string,
): Promise<readonly Considered[]> => {
  const { offer, platform, seller } = catalogue;
  const takesCard = takesCardBy(gatewayOf, cardToken);
  const takesBuyer = takesFrom(method, catalogue);
  return acquiring.circumstances(routeOf(method, platform, seller), {
    platformId: offer.platformId,
    purpose: method,
    suits: (provider) => takesBuyer(provider) && (method !== 'CREDIT_CARD' || takesCard(provider)),
  });
};
