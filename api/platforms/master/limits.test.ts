import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { contract, type InputOf, type OutputOf } from '#/api/contract/contract.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { fund } from '#/api/testing/fund.ts';
import { codeOf } from '#/api/testing/payout-steps.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';

type InstallmentPlan = OutputOf<'checkout.getInstallments'>[number];
type Limits = Partial<InputOf<'master.setPlatformLimits'>>;

const NONE = { sale: null, withdrawal: null, withdrawalsPerDay: null } as const;

describe('A limit that masters set for a platform', () => {
  let world: ApiWorld;

  beforeEach(async () => {
    world = await apiWorld();
  });
  afterEach(() => world.close());

  const setup = async () =>
    Object(
      (await world.get('/api/master.getPlatformSetup?platformId=demo', { as: 'master' })).body,
    );

  const call = async (name: string, input: object): Promise<ApiAnswer> => {
    const { revision: basedOn } = await setup();
    const headers = { 'idempotency-key': randomUUID() };
    const request = { platformId: 'demo', basedOn, ...input };
    return world.post(`/api/master.${name}`, request, { as: 'master', headers });
  };

  const limit = async (limits: Limits): Promise<void> => {
    const answer = await call('setPlatformLimits', { ...NONE, ...limits });
    expect(codeOf(answer), answer.text).to.equal('done');
  };

  const buy = async (): Promise<ApiAnswer> =>
    world.post('/api/checkout.purchase', {
      offerId: 'demo-ebook',
      email: `${randomUUID()}@example.com`,
      name: 'Marina Compradora',
      paymentMethod: 'PIX',
    });

  it('holds for purchases from then on, and for none made before', async () => {
    const earlier = await buy();
    expect(earlier.status, earlier.text).to.equal(200);
    const { amount, paymentId } = Object(earlier.body).payment;
    await limit({ sale: amount });
    expect(codeOf(await buy()), 'the whole limit').to.equal('done');
    await limit({ sale: amount - 1 });
    expect(codeOf(await buy())).to.equal('offer/above-limit');
    const stored = await world.get(`/api/checkout.getPayment?paymentId=${paymentId}`);
    expect(Object(stored.body).status).to.equal('PENDING');
    await limit({});
    expect(codeOf(await buy())).to.equal('done');
  });

  it('bounds instalments with their interest, and the example of a sale warns when it costs more', async () => {
    const { personId: sellerId } = await world.newSeller();
    const { terms } = Object(
      (await world.get('/api/admin.getPlatformTerms', { as: 'admin' })).body,
    );
    const warningsOf = async (name: string, input: object): Promise<readonly unknown[]> =>
      Object((await world.post(`/api/admin.${name}`, input, { as: 'admin' })).body).warnings;
    const previews = [
      ['previewPlatformTerms', { terms, price: 500_00 }],
      ['previewSellerTerms', { sellerId, terms: {}, price: 500_00 }],
    ] as const;
    const above = { code: 'ABOVE_LARGEST_PURCHASE', method: null };
    for (const [name, input] of previews)
      expect(await warningsOf(name, input)).to.not.deep.include(above);
    const plans = async (): Promise<readonly InstallmentPlan[]> => {
      const path = '/api/checkout.getInstallments?checkoutId=demo-ebook';
      return contract['checkout.getInstallments'].output.parse((await world.get(path)).body);
    };
    const [atOnce, ...rest] = await plans();
    if (!atOnce) return expect.fail('no plan');
    const aboveOnePayment = rest.filter(({ total }) => total > atOnce.total);
    expect(aboveOnePayment).to.not.have.length(0);
    await limit({ sale: atOnce.total });
    expect(await plans()).to.deep.equal([
      atOnce,
      ...rest.filter((each) => !aboveOnePayment.includes(each)),
    ]);
    for (const [name, input] of previews)
      expect(await warningsOf(name, input)).to.deep.include(above);
    return undefined;
  });

  it('is applied when terms of platform or seller are shown before they are saved', async () => {
    await limit({ withdrawal: 50_00 });
    const { personId: sellerId } = await world.newSeller();
    const shown = await world.get('/api/admin.getPlatformTerms', { as: 'admin' });
    const { terms } = Object(shown.body);
    const price = 500_00;
    for (const [name, input] of [
      ['previewPlatformTerms', { terms, price }],
      ['previewSellerTerms', { sellerId, terms: {}, price }],
    ] as const) {
      const { body } = await world.post(`/api/admin.${name}`, input, { as: 'admin' });
      expect(Object(body).payout, name).to.include({ amount: 50_00 });
    }
  });

  it('holds for withdrawals, also of a seller to whom the platform allows more', async () => {
    const { personId: sellerId, ...seller } = await world.newSeller();
    const owner = { platformId: 'demo', sellerId };
    await fund(world, owner, 500_00);
    const destinationId = await declareOwnDocument(world.services.core, owner);
    const as = { ...seller, personId: sellerId };
    const withdraw = async (amount: number) =>
      codeOf(await world.post('/api/seller.requestWithdrawal', { amount, destinationId }, { as }));
    const sellerTerms = { withdrawals: { largest: 300_00, largestPerDay: 400_00 } };
    const revised = await world.post(
      '/api/admin.reviseSellerTerms',
      { sellerId, terms: sellerTerms, basedOn: 0 },
      { as: 'admin', headers: { 'idempotency-key': randomUUID() } },
    );
    expect(revised.status, revised.text).to.equal(200);
    await limit({ withdrawal: 100_00, withdrawalsPerDay: 150_00 });
    expect(await withdraw(100_01)).to.equal('withdrawal/above-largest');
    expect(await withdraw(100_00)).to.equal('done');
    expect(await withdraw(50_01)).to.equal('withdrawal/above-day');
    const { body } = await world.get('/api/seller.getWithdrawalTerms', { as });
    expect(body).to.include({ largest: 100_00, leftToday: 50_00 });
    await limit({ withdrawal: 350_00 });
    expect(await withdraw(300_01), 'the platform’s own limit').to.equal('withdrawal/above-largest');
  });

  it('is shown to the platform’s staff, who cannot change it, and stays when the setup changes', async () => {
    await limit({ sale: 900_00, withdrawal: 100_00 });
    const limits = { sale: 900_00, withdrawal: 100_00, withdrawalsPerDay: null };
    const newSetup = { isInProduction: true, providers: null, methods: null, wording: 'SHORT' };
    expect(codeOf(await call('revisePlatformSetup', newSetup))).to.equal('done');
    expect((await setup()).setup.limits).to.deep.equal(limits);
    const terms = async () =>
      Object((await world.get('/api/admin.getPlatformTerms', { as: 'admin' })).body);
    const shown = await terms();
    expect(shown.limits).to.deep.equal(limits);
    const { fixed, ...others } = shown.terms.fees.PIX;
    const PIX = { ...others, fixed: fixed + 1 };
    const changed = { ...shown.terms, fees: { ...shown.terms.fees, PIX } };
    const saved = await world.post(
      '/api/admin.revisePlatformTerms',
      { terms: changed, basedOn: shown.revision },
      { as: 'admin', headers: { 'idempotency-key': randomUUID() } },
    );
    expect(saved.status, saved.text).to.equal(200);
    expect((await terms()).limits).to.deep.equal(limits);
    const change = { platformId: 'demo', basedOn: 0, ...NONE };
    const byAdmin = await world.post('/api/master.setPlatformLimits', change, { as: 'admin' });
    expect(byAdmin.status).to.equal(403);
  });

  it('is recorded with who set it and the value before', async () => {
    await limit({ sale: 900_00 });
    await limit({ sale: 800_00 });
    const stale = { ...NONE, basedOn: 0 };
    expect(codeOf(await call('setPlatformLimits', stale))).to.equal('record/changed-meanwhile');
    const path = '/api/master.listPlatformChanges?platformId=demo';
    const { changes } = Object((await world.get(path, { as: 'master' })).body);
    expect(changes[0].fields).to.deep.equal([
      { field: 'largestSale', before: '90000', after: '80000' },
    ]);
    expect(changes[0].author).to.equal('MASTER');
  });
});
