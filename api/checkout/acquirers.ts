import type { Core } from '#/api/core.ts';
import type { Considered } from '#/domain/acquiring/choose.ts';
import { routeOf } from '#/domain/acquiring/route.ts';
import type { Catalogue } from '#/domain/payment/pricing.ts';
import type { PaymentMethod } from '#/domain/ports/payment-provider.ts';

/** What the browser needs to turn card data into a provider's token without our server seeing it. */
export interface Gateway {
  readonly gatewayPublicKey: string;
  readonly tokenizerUrl: string | null;
}

export type GatewayOf = (providerId: string) => Gateway;

/** What speaks for and against each acquirer that an offer may be paid through by this method. */
export const acquirersFor = (
  { circumstances }: Core,
  { offer, platform, seller }: Catalogue,
  method: PaymentMethod,
  gatewayOf: GatewayOf,
): Promise<readonly Considered[]> =>
  circumstances(routeOf(method, platform, seller), {
    platformId: offer.platformId,
    purpose: method,
    // Card data never come here: where the browser has nowhere to take them, there is no paying by card.
    ...(method === 'CREDIT_CARD' && { suits: ({ id }) => gatewayOf(id).tokenizerUrl !== null }),
  });
