import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import type { OwnTerms } from '#/api/contract/seller-terms.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { fund } from '#/api/testing/fund.ts';
import { emailOf, type AnyPerson, type NewPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { basisPoints, cents } from '#/domain/values/money.ts';
import { offer } from '#/domain/offer/offer.ts';
import { payment } from '#/domain/payment/decider.ts';
import { platform } from '#/domain/platform/platform.ts';
import { product } from '#/domain/product/product.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';

const codeOf = ({ body }: ApiAnswer): string => problem.parse(body).code;

describe('Terms of one seller', () => {
  let world: ApiWorld;
  let seller: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    seller = await world.newSeller();
    await revisePlatform(samplePlatform);
  });

  const revisePlatform = async (details: typeof samplePlatform): Promise<void> => {
    const { handler, now } = world.services.core;
    const command = { type: 'Revise', details, now: now() } as const;
    const context = { commandId: randomUUID(), platform: 'demo', actor: 'system' } as const;
    await handler.handle(platform, 'platform-demo', command, { ...context, correlation: 'demo' });
  };

  /** Makes an offer of R$ 97,00. @returns its id */
  const offerOf = async ({ personId: sellerId }: NewPerson): Promise<string> => {
    const { handler, now } = world.services.core;
    const context = { platform: 'demo', actor: 'system', correlation: sellerId } as const;
    const made = { type: 'Create', now: now() } as const;
    const ofProduct = activeDetails((await handler.load(product, 'product-ebook')).state);
    const ofOffer = activeDetails((await handler.load(offer, 'offer-demo-ebook')).state);
    await handler.handle(
      product,
      streamOf('product', sellerId),
      { ...made, details: { ...ofProduct, sellerId } },
      { ...context, commandId: randomUUID() },
    );
    await handler.handle(
      offer,
      streamOf('offer', sellerId),
      { ...made, details: { ...ofOffer, sellerId, productId: sellerId } },
      { ...context, commandId: randomUUID() },
    );
    return sellerId;
  };

  const requestedOf = async (paymentId: string) => {
    const { state } = await world.services.core.handler.load(
      payment,
      streamOf('payment', paymentId),
    );
    if (state.status === 'NONE') throw new Error('the payment is there');
    return state.requested;
  };

  /** Buys by PIX. @returns the payment's id */
  const buy = async (offerId: string): Promise<string> => {
    const { status, body, text } = await world.post('/api/checkout.purchase', {
      offerId,
      email: `${randomUUID()}@example.com`,
      name: 'Marina Compradora',
      paymentMethod: 'PIX',
    });
    expect(status, text).to.equal(200);
    return String(Object(body).paymentId);
  };

  const read = async (as: AnyPerson = 'admin'): Promise<OutputOf<'admin.getSellerTerms'>> =>
    Object((await world.get(`/api/admin.getSellerTerms?sellerId=${seller.personId}`, { as })).body);

  const revise = (
    terms: object,
    basedOn: number,
    options: { readonly as?: AnyPerson; readonly key?: string; readonly sellerId?: string } = {},
  ): Promise<ApiAnswer> => {
    const { as = 'admin', key = randomUUID(), sellerId = seller.personId } = options;
    const headers = { 'idempotency-key': key };
    return world.post(
      '/api/admin.reviseSellerTerms',
      { sellerId, terms, basedOn },
      { as, headers },
    );
  };

  const save = async (terms: OwnTerms): Promise<void> => {
    const { status, text } = await revise(terms, (await read()).revision);
    expect(status, text).to.equal(200);
  };

  const preview = async (terms: OwnTerms, price = 9_700) => {
    const input = { sellerId: seller.personId, terms, price };
    const { body } = await world.post('/api/admin.previewSellerTerms', input, { as: 'admin' });
    return Object(body) as OutputOf<'admin.previewSellerTerms'>;
  };

  it('price the seller’s new payments, and no one else’s; a payment keeps the terms with which it was begun', async () => {
    const otherOffer = await offerOf(await world.newSeller());
    const ownOffer = await offerOf(seller);
    const before = await buy(ownOffer);
    await save({ fees: { PIX: { percent: 199 } }, clearingDays: { PIX: 2 } });
    const after = await buy(ownOffer);
    expect((await requestedOf(after)).terms).to.deep.equal({
      percent: 199,
      fixed: 100,
      clearingDays: 2,
      guaranteeDays: 7,
    });
    const { PIX } = samplePlatform.fees;
    const usual = { ...PIX, clearingDays: 0, guaranteeDays: 7 };
    expect((await requestedOf(before)).terms).to.deep.equal(usual);
    expect((await requestedOf(await buy(otherOffer))).terms).to.deep.equal(usual);
  });

  it('follow the platform where they are not set, also when that changes later', async () => {
    const ownOffer = await offerOf(seller);
    await save({ fees: { PIX: { percent: 199 } } });
    const PIX = { percent: basisPoints(700), fixed: cents(250) };
    await revisePlatform({ ...samplePlatform, fees: { ...samplePlatform.fees, PIX } });
    expect((await requestedOf(await buy(ownOffer))).terms).to.include({ percent: 199, fixed: 250 });
    await save({});
    expect((await requestedOf(await buy(ownOffer))).terms).to.include({ percent: 700, fixed: 250 });
    expect((await read()).own).to.deep.equal({});
  });

  it('decide in what instalments the seller’s buyers pay', async () => {
    const ownOffer = await offerOf(seller);
    const plans = async (offerId: string) => {
      const { body } = await world.get(`/api/checkout.getInstallments?checkoutId=${offerId}`);
      return Object(body) as { readonly installmentNumber: number; readonly total: number }[];
    };
    const terms = { maximum: 6, interestFree: 2, fees: { installmentSix: 100 } };
    await save({ installments: terms });
    const shown = await plans(ownOffer);
    expect(shown).to.have.length(6);
    expect(shown[1]).to.include({ total: 9_700 });
    expect(shown[3]).to.include({ total: 9_700 + 698 });
    expect(shown[5]).to.include({ total: 9_700 + 97 });
    expect(await plans('demo-ebook')).to.have.length(12);
    await save({ installments: { minimumValue: 4_000 } });
    expect(await plans(ownOffer)).to.have.length(2);
  });

  it('apply to the seller’s withdrawals, and are shown to the seller', async () => {
    const owner = { platformId: 'demo', sellerId: seller.personId };
    await fund(world, owner, 100_00);
    const destinationId = await declareOwnDocument(world.services.core, owner);
    const withdraw = (amount: number) => {
      const input = { amount, destinationId };
      return world.post('/api/seller.requestWithdrawal', input, { as: seller });
    };
    expect((await withdraw(50_00)).body).to.include({ amount: 50_00, fee: 150 });
    await save({ withdrawals: { fee: 0, minimum: 20_00 } });
    const { body } = await world.get('/api/seller.getWithdrawalTerms', { as: seller });
    expect(body).to.include({ fee: 0, minimum: 20_00 });
    const small = await withdraw(15_00);
    expect(codeOf(small)).to.equal('withdrawal/below-minimum');
    expect((await withdraw(20_00)).body).to.include({ amount: 20_00, fee: 0 });
    const ofOther = await world.get('/api/seller.getWithdrawalTerms', { as: 'bia' });
    expect(ofOther.body).to.include({ fee: 150, minimum: 10_00 });
  });

  it('are shown on an example before they are saved, with warnings', async () => {
    const usual = await preview({});
    const cheaper = await preview({ fees: { PIX: { percent: 0 } } });
    const pixOf = ({ examples }: OutputOf<'admin.previewSellerTerms'>) =>
      examples.find(({ method }) => method === 'PIX');
    expect(pixOf(usual)).to.include({ fee: 585, net: 9_115 });
    expect(pixOf(cheaper)).to.include({ fee: 100, net: 9_600 });
    expect(usual.warnings).to.deep.equal([]);
    const warned = async (terms: OwnTerms) =>
      (await preview(terms)).warnings.map(({ code, method }) => [code, method]);
    expect(await warned({ fees: { PIX: { percent: 10_000 } } })).to.deep.equal([
      ['SELLER_GETS_NOTHING', 'PIX'],
    ]);
    expect(await warned({ fees: { PIX: { percent: 0, fixed: 0 } } })).to.deep.equal([
      ['NO_FEE', 'PIX'],
    ]);
    expect(await warned({ withdrawals: { minimum: 100 } })).to.deep.equal([
      ['WITHDRAWAL_FEE_ABOVE_MINIMUM', null],
    ]);
  });

  it('are stored as the first of two requests states them; the second gets the revision, and a repeated one changes nothing', async () => {
    const { revision: basedOn } = await read();
    const requests = [
      { percent: 299, by: { as: 'admin', key: randomUUID() } },
      { percent: 199, by: { as: 'deputy', key: randomUUID() } },
    ] as const;
    const sendAll = () =>
      Promise.all(
        requests.map(({ percent, by }) => revise({ fees: { PIX: { percent } } }, basedOn, by)),
      );
    const answers = await sendAll();
    const statuses = answers.map(({ status }) => status);
    expect(statuses).to.have.members([200, 409]);
    const refused = problem.parse(answers.find(({ status }) => status === 409)?.body);
    expect(refused).to.include({ code: 'record/changed-meanwhile' });
    expect(refused.details).to.include({ revision: basedOn + 1 });
    const { own, revision } = await read();
    expect(revision).to.equal(basedOn + 1);
    expect(own.fees?.PIX?.percent).to.equal(requests[statuses.indexOf(200)]?.percent);
    await save({});
    expect((await sendAll()).map(({ status }) => status)).to.deep.equal(statuses);
    expect(await read()).to.deep.include({ own: {}, revision: basedOn + 2 });
  });

  it('are in the log of the seller’s record, with the value before, and survive its other changes', async () => {
    await save({ fees: { PIX: { percent: 299 } } });
    await save({ fees: { PIX: { percent: 199 } }, withdrawals: { fee: 0 } });
    const { revision: basedOn } = await read();
    const methods = { pixEnabled: true, creditCardEnabled: true, billetEnabled: false };
    const limited = { sellerId: seller.personId, ...methods, basedOn };
    await world.post('/api/admin.reviseSellerMethods', limited, { as: 'admin' });
    expect((await read()).own).to.deep.equal({
      fees: { PIX: { percent: 199 } },
      withdrawals: { fee: 0 },
    });
    await save({ withdrawals: { fee: 0 } });
    const path = `/api/admin.listSellerChanges?sellerId=${seller.personId}`;
    const { items } = Object(
      (await world.get(path, { as: 'admin' })).body,
    ) as OutputOf<'admin.listSellerChanges'>;
    const changes = items.map(({ ownTerms }) => ownTerms);
    expect(changes).to.deep.equal([
      [{ path: 'fees.PIX.percent', before: 199, after: null }],
      [],
      [
        { path: 'fees.PIX.percent', before: 299, after: 199 },
        { path: 'withdrawals.fee', before: null, after: 0 },
      ],
      [{ path: 'fees.PIX.percent', before: null, after: 299 }],
      [],
    ]);
    expect(items[0]).to.include({ author: 'STAFF', by: emailOf('admin') });
  });

  it('are refused when they are invalid, and for a seller who is blocked, unknown or of another platform', async () => {
    const { revision } = await read();
    const invalidTerms = [
      { fees: { PIX: { percent: 10_001 } } },
      { fees: { PIX: { percent: -1 } } },
      { installments: { maximum: 3, interestFree: 4 } },
      { withdrawals: { largest: 0 } },
      { withdrawals: { approvalAbove: 2, secondApprovalAbove: 1 } },
      { name: 'Outra' },
      { expiry: { pixSeconds: 60 } },
    ];
    for (const terms of invalidTerms)
      expect(codeOf(await revise(terms, revision))).to.equal('request/invalid-input');
    for (const sellerId of ['seller-9', 'no-such-seller']) {
      const answers = [
        await revise({}, 0, { sellerId }),
        await world.get(`/api/admin.getSellerTerms?sellerId=${sellerId}`, { as: 'admin' }),
        await world.post(
          '/api/admin.previewSellerTerms',
          { sellerId, terms: {}, price: 100 },
          { as: 'admin' },
        ),
      ];
      for (const answer of answers) expect(codeOf(answer)).to.equal('resource/not-found');
    }
    const block = { sellerId: seller.personId, basedOn: revision };
    await world.post('/api/admin.blockSeller', block, { as: 'admin' });
    expect(codeOf(await revise({}, revision + 1))).to.equal('record/archived');
    expect((await read()).own).to.deep.equal({});
  });

  it('are read by staff who see users, and changed only with advanced options', async () => {
    const reader = await world.newFunctionary(['isUsersAvailable']);
    const { revision } = await read(reader);
    const refused = await revise({}, revision, { as: reader });
    expect([refused.status, codeOf(refused)]).to.deep.equal([403, 'session/forbidden']);
    const keeper = await world.newFunctionary([
      'isUsersAvailable',
      'isUserAdvancedOptionsAvailable',
    ]);
    const done = await revise({ fees: { PIX: { percent: 1 } } }, revision, { as: keeper });
    expect(done.status, done.text).to.equal(200);
  });
});
