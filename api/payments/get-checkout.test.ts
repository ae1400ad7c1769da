import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { checkoutContract } from '#/api/contract/checkout.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { codeOf } from '#/api/testing/payout-steps.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { offer, type OfferDetails } from '#/domain/offer/offer.ts';
import { product, type ProductDetails } from '#/domain/product/product.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import { sampleOffer, sampleProduct } from '#/domain/testing/samples.ts';

describe('Checkout of an offer', () => {
  let world: ApiWorld;

  const context = (correlation: string) => ({
    commandId: randomUUID(),
    platform: 'demo',
    actor: 'system',
    correlation,
  });

  const makeProduct = async (id: string, differences: Partial<ProductDetails>) => {
    const { handler, now } = world.services.core;
    const details = { ...sampleProduct, ordersBumps: [], ...differences };
    const command = { type: 'Create', details, now: now() } as const;
    await handler.handle(product, streamOf('product', id), command, context(id));
  };

  const makeOffer = async (id: string, differences: Partial<OfferDetails>) => {
    const { handler, now } = world.services.core;
    const details = { ...sampleOffer, ...differences };
    const command = { type: 'Create', details, now: now() } as const;
    await handler.handle(offer, streamOf('offer', id), command, context(id));
  };

  const ask = (checkoutId: string) =>
    world.get(`/api/checkout.getCheckout?checkoutId=${checkoutId}`);

  const getCheckout = async (checkoutId: string) =>
    checkoutContract['checkout.getCheckout'].output.parse((await ask(checkoutId)).body);

  before(async () => {
    world = await apiWorld();
    await makeProduct('book', {
      name: 'Livro',
      typeProduct: 'DIGITAL',
      ordersBumps: [
        { id: 'a', offerId: 'socks', title: 'Título antigo', fakePrice: cents(3_000) },
        { id: 'b', offerId: 'in-euros', fakePrice: cents(3_000) },
        { id: 'c', offerId: 'gone', fakePrice: cents(3_000) },
      ],
    });
    await makeProduct('socks-product', { name: 'Meia de algodão', image: '/files/socks.webp' });
    const bumpOnly = { productId: 'socks-product', onlyAsBump: true } as const;
    await makeOffer('socks', { ...bumpOnly, title: 'Par de meias', price: cents(1_990) });
    await makeOffer('in-euros', { ...bumpOnly, coin: 'EUR' });
    await makeOffer('book', { productId: 'book' });
  });
  after(() => world.close());

  it('shows order bumps with their own title, image and product type, and omits unavailable ones', async () => {
    const { product: sold } = await getCheckout('book');
    expect(sold.ordersBumps).to.deep.equal([
      {
        id: 'a',
        offer: {
          title: 'Par de meias',
          price: 1_990,
          fakePrice: 3_000,
          product: {
            title: 'Meia de algodão',
            image: '/files/socks.webp',
            typeProduct: 'FISICO',
          },
        },
      },
    ]);
  });

  it('answers 404 for an offer sold only as an order bump, and for its purchase', async () => {
    expect((await ask('socks')).status).to.equal(404);
    const input = {
      offerId: 'socks',
      email: 'a@example.com',
      name: 'Marina',
      paymentMethod: 'PIX',
    };
    const { status, body } = await world.post('/api/checkout.purchase', input);
    expect([status, Object(body).code]).to.deep.equal([404, 'offer/not-available']);
  });

  it('answers 404 for an offer of a blocked seller, and for its purchase, until the seller is unblocked', async () => {
    const { sellerId } = sampleProduct;
    const change = async (name: string): Promise<void> => {
      const path = `/api/admin.getSeller?sellerId=${sellerId}&after=${await world.store.head()}`;
      const { body } = await world.get(path, { as: 'admin' });
      const input = { sellerId, basedOn: Object(body).revision };
      expect(codeOf(await world.post(`/api/admin.${name}`, input, { as: 'admin' }))).to.equal(
        'done',
      );
    };
    const buy = async (): Promise<string> => {
      const buyer = { email: `${randomUUID()}@example.com`, name: 'Marina Compradora' };
      const purchase = { offerId: 'of-blocked', paymentMethod: 'PIX', ...buyer };
      return codeOf(await world.post('/api/checkout.purchase', purchase));
    };
    await makeOffer('of-blocked', { productId: 'book', requiredDocumentAndPhone: false });
    expect((await ask('of-blocked')).status).to.equal(200);
    await change('blockSeller');
    expect((await ask('of-blocked')).status).to.equal(404);
    expect(await buy()).to.equal('offer/not-available');
    await change('restoreSeller');
    expect((await ask('of-blocked')).status).to.equal(200);
    expect(await buy()).to.equal('done');
  });

  it('shows no payment method when the offer enables none or is priced in euros', async () => {
    const none = { pixEnabled: false, creditCardEnabled: false, billetEnabled: false };
    await makeOffer('unpayable', { productId: 'book', ...none });
    await makeOffer('for-euros', { productId: 'book', coin: 'EUR' });
    for (const id of ['unpayable', 'for-euros']) expect(await getCheckout(id), id).to.include(none);
    expect(await getCheckout('book')).to.include({ pixEnabled: true });
  });

  it('shows and accepts no method that the seller has switched off, and PIX and boleto when all are switched on', async () => {
    const { handler, now } = world.services.core;
    const stream = streamOf('seller', sampleProduct.sellerId);
    const switches = {
      PIX: 'pixEnabled',
      CREDIT_CARD: 'creditCardEnabled',
      BILLET: 'billetEnabled',
    } as const;
    const all = { pixEnabled: true, creditCardEnabled: true, billetEnabled: true };
    const revise = async (methods: Partial<SellerDetails>) => {
      const { state } = await handler.load(seller, stream);
      if (state.status === 'ABSENT') throw new Error('no seller');
      const details = { ...state.details, ...methods };
      await handler.handle(
        seller,
        stream,
        { type: 'Revise', details, now: now() },
        context('book'),
      );
    };
    const buy = async (paymentMethod: string): Promise<string> => {
      const buyer = { email: `${randomUUID()}@example.com`, name: 'Marina Compradora' };
      const creditCard = { token: 'tok_1', installments: 1 };
      const purchase = { offerId: 'any-method', paymentMethod, ...buyer };
      const isByCard = paymentMethod === 'CREDIT_CARD';
      return codeOf(
        await world.post('/api/checkout.purchase', {
          ...purchase,
          ...(isByCard && { creditCard }),
        }),
      );
    };
    const terms = { billetEnabled: true, requiredDocumentAndPhone: false };
    await makeOffer('any-method', { productId: 'book', ...terms });
    // No acquirer of this world takes cards.
    const shownMethods = { pixEnabled: true, creditCardEnabled: false, billetEnabled: true };
    for (const [method, name] of Object.entries(switches)) {
      await revise({ ...all, [name]: false });
      expect(await getCheckout('any-method'), method).to.include({
        ...shownMethods,
        [name]: false,
      });
      expect(await buy(method), method).to.equal('offer/method-not-enabled');
    }
    await revise(all);
    expect(await getCheckout('any-method')).to.include(shownMethods);
    for (const method of ['PIX', 'BILLET']) expect(await buy(method), method).to.equal('done');
  });
});
