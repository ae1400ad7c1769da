import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { listCandidates } from '#/api/payments/acquirers.ts';
import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { routeEverythingTo, routeOnlyTo, type Routes } from '#/domain/acquiring/route.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { Currency } from '#/domain/values/money.ts';
import type { OfferDetails } from '#/domain/offer/offer.ts';
import { platform } from '#/domain/platform/platform.ts';
import { seller } from '#/domain/seller/seller.ts';
import { sampleOffer, sampleProduct, sampleSeller } from '#/domain/testing/samples.ts';
import { makeOffer } from './make-offer.ts';

/** Acquirers of this test, and the currencies in which they collect. */
const CURRENCIES: Readonly<Record<string, readonly Currency[]>> = {
  abroad: ['EUR', 'USD'],
  both: ['BRL', 'EUR'],
};

describe('Offer that is made', () => {
  let world: ApiWorld;

  before(async () => {
    const [providerCases] = (await loadProviderCases()).filter(
      ({ provider: { id } }) => id === 'fairpay',
    );
    if (!providerCases) throw new Error('no evidence of fairpay');
    const { provider, account } = providerCases;
    const parsedAccount = provider.account.parse(account('http://127.0.0.1:1'));
    world = await apiWorld({
      providers: async (id) => {
        const currencies = CURRENCIES[id];
        return openHere({ ...provider, id, ...(currencies && { currencies }) }, parsedAccount);
      },
    });
    await world.services.core.handler.handle(
      seller,
      'seller-exporter',
      {
        type: 'Create',
        details: { ...sampleSeller, routes: { PIX: routeOnlyTo('both') } },
        now: world.services.core.now(),
      },
      context(),
    );
  });
  after(() => world.close());

  const context = () => ({
    commandId: randomUUID(),
    platform: 'demo',
    actor: 'system',
    correlation: 'demo',
  });

  const setRoutes = async (routes: Routes): Promise<void> => {
    const { handler, now } = world.services.core;
    const details = { ...(await loadPlatformSettings(handler, 'demo')), routes };
    await handler.handle(
      platform,
      'platform-demo',
      { type: 'Revise', details, now: now() },
      context(),
    );
  };

  const make = (
    offerId: string,
    differences: Partial<OfferDetails>,
    type: 'Create' | 'Revise' = 'Create',
  ) => {
    const details = { ...sampleOffer, ...differences };
    return makeOffer(world.services.core, type, { offerId, details }, context()).then(
      () => 'made',
      (error: unknown) => (error instanceof Refused ? error.code : error),
    );
  };

  it('is refused in a currency that no acquirer of its routes takes', async () => {
    await setRoutes(routeEverythingTo('fairpay'));
    expect(await make('shirt', { coin: 'BRL' })).to.equal('made');
    expect(await make('shirt', { coin: 'EUR' }, 'Revise')).to.equal('offer/currency-not-taken');
    expect(await make('shirt-abroad', { coin: 'USD' })).to.equal('offer/currency-not-taken');
    expect(await world.store.readStream('offer-shirt-abroad')).to.deep.equal([]);
  });

  it('is made in a currency that one of them takes', async () => {
    await setRoutes({ ...routeEverythingTo('fairpay'), CREDIT_CARD: routeOnlyTo('abroad') });
    expect(await make('in-euros', { coin: 'EUR' })).to.equal('made');
  });

  it('follows the routes of its seller', async () => {
    await setRoutes(routeEverythingTo('fairpay'));
    const byExporter = { sellerId: 'exporter' };
    expect(await make('wine-in-euros', { ...byExporter, coin: 'EUR' })).to.equal('made');
    expect(await make('wine', { ...byExporter, coin: 'USD' })).to.equal('offer/currency-not-taken');
  });

  it('is made in reais before its platform has an acquirer', async () => {
    await setRoutes({ PIX: [], CREDIT_CARD: [], BILLET: [], WITHDRAW: [] });
    expect(await make('early', { coin: 'BRL' })).to.equal('made');
  });

  it('is sold only by acquirers that take its currency', async () => {
    const { core } = world.services;
    const routes = routeEverythingTo('fairpay');
    const share = { share: 50 };
    const details = await loadPlatformSettings(core.handler, 'demo');
    const checkoutRecord = {
      offerId: 'shirt',
      offer: sampleOffer,
      product: sampleProduct,
      seller: sampleSeller,
      platform: {
        ...details,
        routes: {
          ...routes,
          PIX: ['abroad', 'both'].map((provider) => ({ provider, ...share })),
        },
      },
      bumps: new Map(),
    };
    const gatewayOf = () => ({ gatewayPublicKey: '', tokenizerUrl: null });
    const candidates = await listCandidates(core, checkoutRecord, 'PIX', gatewayOf);
    expect(candidates.map(({ provider, standing }) => [provider, standing])).to.deep.equal([
      ['abroad', 'NOT_OFFERED'],
      ['both', 'FIT'],
    ]);
  });
});
