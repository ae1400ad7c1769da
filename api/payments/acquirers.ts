import type { Core } from '#/api/composition/core.ts';
import type { Candidate } from '#/domain/acquiring/choose.ts';
import { routeOf } from '#/domain/acquiring/route.ts';
import type { CheckoutRecord } from '#/domain/payment/pricing.ts';
import { takesCards } from '#/domain/workflows/card-at-provider.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { takesCurrency } from '#/api/acquiring/circumstances.ts';
import { isEncryptedCard } from '#/api/payments/cards/encrypted-card.ts';

/** Data for the browser to exchange a card for a provider's token, so that our server does not see the card. */
export interface Gateway {
  readonly gatewayPublicKey: string;
  readonly tokenizerUrl: string | null;
}

export type GatewayOf = (providerId: string) => Gateway;

/**
 * Without a card token, every acquirer that takes cards suits. With a card encrypted by our server, one that takes the plain card suits;
 * with another token, one that gives tokens to browsers.
 */
const takesCardBy =
  (gatewayOf: GatewayOf, cardToken: string | undefined) =>
  (provider: PaymentProvider): boolean => {
    const givesTokens = gatewayOf(provider.id).tokenizerUrl !== null;
    if (cardToken === undefined) return givesTokens || takesCards(provider);
    return isEncryptedCard(cardToken) ? takesCards(provider) : givesTokens;
  };

/** Leaves out acquirers that require an address for this method, unless the product is physical: other buyers may give no address. */
const takesFrom =
  (method: PaymentMethod, { product }: CheckoutRecord) =>
  ({ addressRequiredFor = [] }: PaymentProvider): boolean =>
    product.typeProduct === 'FISICO' || !addressRequiredFor.includes(method);

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
