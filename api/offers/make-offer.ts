import { takesCurrency } from '#/api/acquiring/circumstances.ts';
import type { ChangedBy } from '#/api/acquiring/settings.ts';
import type { Core } from '#/api/composition/core.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { routeOf } from '#/domain/acquiring/route.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { offer, type OfferDetails } from '#/domain/offer/offer.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { seller } from '#/domain/seller/seller.ts';

/** Returns the acquirers on the seller's routes of all payment methods. */
const listAcquirersOnRoutes = async (
  core: Core,
  { platformId, sellerId }: OfferDetails,
): Promise<ReadonlySet<string>> => {
  const settings = await loadPlatformSettings(core.handler, platformId);
  const { state } = await core.handler.load(seller, streamOf('seller', sellerId));
  const details = activeDetails(state);
  const methods = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;
  const legs = methods.flatMap((method) => routeOf(method, settings, details));
  return new Set(legs.map(({ provider }) => provider));
};

/** @throws Refused `offer/currency-not-taken` */
const requireTakenCurrency = async (core: Core, details: OfferDetails): Promise<void> => {
  const { coin, platformId } = details;
  // An offer in reais may be made before its platform has an acquirer.
  if (coin === 'BRL') return;
  for (const provider of await listAcquirersOnRoutes(core, details)) {
    if (takesCurrency(await core.ports.providers(provider, platformId), coin)) return;
  }
  throw new Refused('offer/currency-not-taken', { currency: coin });
};

/**
 * @returns position
 * @throws Refused `record/…`; `offer/currency-not-taken` for a foreign currency that no acquirer on the seller's routes takes
 */
export const makeOffer = async (
  core: Core,
  type: 'Create' | 'Revise',
  { offerId, details }: { readonly offerId: string; readonly details: OfferDetails },
  by: ChangedBy,
): Promise<string> => {
  await requireTakenCurrency(core, details);
  const command = { type, details, now: core.now() } as const;
  const context = { ...by, correlation: offerId };
  return writtenAt(await core.handler.handle(offer, streamOf('offer', offerId), command, context));
};
