import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, type Person } from '#/api/testing/people.ts';
import { nextBusinessDay } from '#/domain/brazil/calendar.ts';
import { payment } from '#/domain/payment/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { basisPoints, cents } from '#/domain/values/money.ts';
import { addDays, addSeconds, dayOf, startOfDay } from '#/domain/values/time.ts';
import { platform, type PlatformTerms } from '#/domain/platform/platform.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { reviseTerms } from './terms.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';

describe('Terms of a platform', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  beforeEach(async () => {
    const { handler, now } = world.services.core;
    const command = { type: 'Revise', details: samplePlatform, now: now() } as const;
    const context = { commandId: randomUUID(), platform: 'demo', actor: 'system' } as const;
    await handler.handle(platform, 'platform-demo', command, { ...context, correlation: 'demo' });
  });

  const read = async (as: Person = 'admin') =>
    Object((await world.get('/api/admin.getPlatformTerms', { as })).body);

  const revise = (terms: object, basedOn: number, as: Person = 'admin'): Promise<ApiAnswer> =>
    world.post('/api/admin.revisePlatformTerms', { terms, basedOn }, { as });

  const preview = async (terms: object, price: number) =>
    Object(
      (await world.post('/api/admin.previewPlatformTerms', { terms, price }, { as: 'admin' })).body,
    );

  const changes = async () =>
    Object((await world.get('/api/admin.listPlatformChanges', { as: 'admin' })).body).changes;

  const begin = async (paymentMethod: 'PIX' | 'BILLET') => {
    const buyer = { email: 'marina@example.com', name: 'Marina Duarte' };
    const input = { offerId: 'demo-ebook', ...buyer, paymentMethod };
    const headers = { 'idempotency-key': randomUUID() };
    const { status, text, body } = await world.post('/api/checkout.purchase', input, { headers });
    expect(status, text).to.equal(200);
    return String(Object(body).paymentId);
  };

  const expiryOf = async (paymentId: string) => {
    const { state } = await world.services.core.handler.load(
      payment,
      streamOf('payment', paymentId),
    );
    if (state.status === 'NONE') throw new Error('no payment');
    return { at: state.requested.at, expiresAt: state.requested.expiresAt };
  };

  const withPixFee = (terms: PlatformTerms, percent: number): PlatformTerms => ({
    ...terms,
    fees: { ...terms.fees, PIX: { percent: basisPoints(percent), fixed: cents(0) } },
  });

  it('are changed by staff of the platform, and leave routes and the other platform as they are', async () => {
    const { terms, revision } = await read();
    const other = await read('otherAdmin');
    const before = Object(
      (await world.get('/api/admin.getAcquiring', { as: 'admin' })).body,
    ).routes;
    expect((await revise(withPixFee(terms, 299), revision)).status).to.equal(200);
    expect((await read()).terms.fees.PIX).to.deep.equal({ percent: 299, fixed: 0 });
    expect(await read('otherAdmin')).to.deep.equal(other);
    const after = Object((await world.get('/api/admin.getAcquiring', { as: 'admin' })).body).routes;
    expect(after).to.deep.equal(before);
  });

  it('undo no change made after the record was loaded, even if the request guesses the next revision', async () => {
    const { core } = world.services;
    const { terms, revision: basedOn } = await read();
    const earlier = await core.handler.load(platform, 'platform-demo');
    const by = { platform: 'demo', actor: 'system', correlation: 'demo' } as const;
    const details = { ...activeDetails(earlier.state), name: 'Renamed' };
    const renaming = { type: 'Revise', details, now: core.now() } as const;
    const context = { ...by, commandId: randomUUID() };
    await core.handler.handle(platform, 'platform-demo', renaming, context);
    // This handler loads the record as it was before the renaming; the request guesses the next revision.
    const handler = Object.assign({}, core.handler, { load: async () => earlier });
    const outdatedCore = { ...core, handler };
    const { maintenance } = terms;
    const change = { terms: { ...withPixFee(terms, 299), maintenance }, basedOn: basedOn + 1 };
    const keyed = { ...by, commandId: randomUUID(), request: 'digest' };
    const refusal = await reviseTerms(outdatedCore, change, keyed).catch((error: unknown) => error);
    expect(refusal).to.include({ code: 'record/changed-meanwhile' });
    const { state } = await core.handler.load(platform, 'platform-demo');
    expect(activeDetails(state).name).to.equal('Renamed');
  });

  it('are stored as the first of two people saved them, and the second learns why', async () => {
    const { terms, revision } = await read();
    const answers = await Promise.all([
      revise(withPixFee(terms, 299), revision, 'admin'),
      revise(withPixFee(terms, 199), revision, 'deputy'),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).to.deep.equal([200, 409]);
    const refused = problem.parse(answers.find(({ status }) => status === 409)?.body);
    expect(refused.code).to.equal('record/changed-meanwhile');
    expect(refused.details).to.include({ revision: revision + 1 });
    const { percent } = (await read()).terms.fees.PIX;
    expect(percent).to.equal(answers[0]?.status === 200 ? 299 : 199);
  });

  it('are not lost when routes are changed at the same moment', async () => {
    const { terms, revision } = await read();
    const shown = async () =>
      Object((await world.get('/api/admin.getAcquiring', { as: 'admin' })).body);
    const { routes, stepAside } = await shown();
    const changed = { routes: { ...routes, BILLET: [] }, stepAside, basedOn: revision };
    const [ofTerms, ofRoutes] = await Promise.all([
      revise(withPixFee(terms, 299), revision),
      world.post('/api/admin.reviseRoutes', changed, { as: 'deputy' }),
    ]);
    expect([ofTerms.status, ofRoutes.status]).to.have.members([200, 409]);
    const now = await shown();
    expect(now.routes.BILLET).to.deep.equal(ofRoutes.status === 200 ? [] : routes.BILLET);
    const { percent } = (await read()).terms.fees.PIX;
    expect(percent).to.equal(ofTerms.status === 200 ? 299 : terms.fees.PIX.percent);
  });

  it('are shown with sales worked out as real ones: every cent of the amount is in one part', async () => {
    const { terms } = await read();
    const { examples, warnings } = await preview(terms, 9_700);
    expect(warnings).to.deep.equal([]);
    for (const { amount, interest, fee, net } of examples) {
      expect(interest + fee + net).to.equal(amount);
    }
    const pix = examples.find(({ method }: { method: string }) => method === 'PIX');
    // 5 % of R$ 97,00 and R$ 1,00 (`samplePlatform`).
    expect(pix).to.include({ amount: 9_700, fee: 585, net: 9_115, interest: 0 });
    const byCard = examples.filter(({ method }: { method: string }) => method === 'CREDIT_CARD');
    expect(byCard).to.have.length(12);
    expect(byCard[11]).to.include({ installments: 12, interest: 1_940, amount: 11_640 });
    expect(byCard[11].lastOn > byCard[11].firstOn).to.equal(true);
  });

  it('are shown with until when a buyer could pay, and what the seller could withdraw', async () => {
    const { terms } = await read();
    const expiry = { pixSeconds: 1_800, billetDays: 2 };
    const withdrawals = { ...terms.withdrawals, largest: 50_00, approvalAbove: 40_00 };
    const requestedMs = Date.now();
    const { examples, payout } = await preview({ ...terms, expiry, withdrawals }, 9_700);
    const saleBy = (method: string) =>
      examples.find((sale: { method: string }) => sale.method === method);
    expect(Date.parse(saleBy('PIX').expiresAt) - requestedMs)
      .to.be.at.least(1_800_000)
      .and.below(1_860_000);
    const due = nextBusinessDay(addDays(dayOf(new Date(requestedMs).toISOString()), 2));
    expect(saleBy('BILLET')).to.include({ dueOn: due, expiresAt: null });
    expect(saleBy('CREDIT_CARD')).to.include({ dueOn: null, expiresAt: null });
    const { fee } = terms.withdrawals;
    expect(payout).to.deep.equal({
      available: 9_115,
      amount: 50_00,
      amountPerDay: 91_15,
      received: 50_00 - fee,
      people: 1,
      peopleIfNew: 1,
    });
  });

  it('are shown with warnings about sales and withdrawals that would lose by them', async () => {
    const { terms } = await read();
    const codesOf = async (changed: object, price = 9_700) =>
      (await preview({ ...terms, ...changed }, price)).warnings.map(
        ({ code }: { code: string }) => code,
      );
    const fees = { ...terms.fees, PIX: { percent: 10_000, fixed: 0 } };
    expect(await codesOf({ fees })).to.deep.equal(['SELLER_GETS_NOTHING']);
    expect(await codesOf({}, 100)).to.include('SELLER_GETS_NOTHING');
    const free = { ...terms.fees, BILLET: { percent: 0, fixed: 0 } };
    expect(await codesOf({ fees: free })).to.deep.equal(['NO_FEE']);
    expect(await codesOf({ withdrawals: { fee: 500, minimum: 500 } })).to.deep.equal([
      'WITHDRAWAL_FEE_ABOVE_MINIMUM',
    ]);
    expect(await codesOf({ withdrawals: { fee: 0, minimum: 500, largest: 499 } })).to.deep.equal([
      'NOTHING_CAN_BE_WITHDRAWN',
    ]);
    const { installments } = terms;
    const falling = { ...installments.fees, installmentTwelve: 100 };
    expect(await codesOf({ installments: { ...installments, fees: falling } })).to.deep.equal([
      'INTEREST_FALLS',
    ]);
  });

  it('say until when payments begun afterwards may be paid; those begun before keep their time', async () => {
    const { terms, revision } = await read();
    const [pixBefore, billetBefore] = [await begin('PIX'), await begin('BILLET')];
    const before = [await expiryOf(pixBefore), await expiryOf(billetBefore)];
    const expiry = { pixSeconds: 7_200, billetDays: 12 };
    expect(terms.expiry).to.not.deep.include(expiry);
    expect((await revise({ ...terms, expiry }, revision)).status).to.equal(200);
    const pix = await expiryOf(await begin('PIX'));
    expect(pix.expiresAt).to.equal(addSeconds(pix.at, 7_200));
    const billet = await expiryOf(await begin('BILLET'));
    const dueOn = nextBusinessDay(addDays(dayOf(billet.at), 12));
    expect(billet.expiresAt).to.equal(startOfDay(addDays(dueOn, 1)));
    expect([await expiryOf(pixBefore), await expiryOf(billetBefore)]).to.deep.equal(before);
    expect(before[0]?.expiresAt).to.equal(addSeconds(before[0]?.at ?? '', terms.expiry.pixSeconds));
  });

  it('are refused when they contradict themselves: more instalments without interest than there are', async () => {
    const { terms, revision } = await read();
    const installments = { ...terms.installments, maximum: 3, interestFree: 4 };
    const answer = await revise({ ...terms, installments }, revision);
    expect(problem.parse(answer.body).code).to.equal('request/invalid-input');
  });

  it('have a list of who changed what, with values before and after, newest first', async () => {
    const { terms, revision } = await read();
    await revise(withPixFee(terms, 299), revision, 'admin');
    await revise({ ...withPixFee(terms, 299), name: 'Loja Nova' }, revision + 1, 'deputy');
    const [last, before] = await changes();
    expect(last).to.include({ author: 'STAFF', by: emailOf('deputy'), revision: revision + 2 });
    expect(last.fields).to.deep.equal([{ path: 'name', before: terms.name, after: 'Loja Nova' }]);
    expect(before.by).to.equal(emailOf('admin'));
    expect(before.fields).to.deep.include({ path: 'fees.PIX.percent', before: 500, after: 299 });
  });

  it('have in that list changes by the program, by a master, or by a person whose data was erased', async () => {
    const { core } = world.services;
    const { handler, now } = core;
    const change = async (actor: string, name: string): Promise<void> => {
      const { state } = await handler.load(platform, 'platform-demo');
      const details = { ...activeDetails(state), name };
      const context = { platform: 'demo', correlation: 'demo', commandId: randomUUID(), actor };
      const command = { type: 'Revise', details, now: now() } as const;
      await handler.handle(platform, 'platform-demo', command, context);
    };
    await change('system', 'Loja de fábrica');
    await change('master:m-1', 'Loja do master');
    await change('admin:erased', 'Loja de quem saiu');
    const [ofErased, ofMaster, ofProgram] = await changes();
    expect(ofErased).to.include({ author: 'STAFF', by: null });
    expect(ofMaster).to.include({ author: 'MASTER', by: null });
    expect(ofProgram).to.include({ author: 'PROGRAM', by: null });
  });

  it('have a notice that the platform’s people read with their session, until it is taken away', async () => {
    const noticeOf = async (as: Person) =>
      Object((await world.get('/api/session.get', { as })).body).maintenance;
    const { terms, revision } = await read();
    const notice = 'Domingo, das 2h às 4h, os saques esperam.';
    const saved = await revise({ ...terms, maintenance: { notice: ` ${notice} ` } }, revision);
    expect(saved.status, saved.text).to.equal(200);
    for (const as of ['ana', 'clerk', 'admin'] as const)
      expect(await noticeOf(as)).to.equal(notice);
    for (const as of ['otherSeller', 'otherAdmin', 'master'] as const)
      expect(await noticeOf(as)).to.equal(null);
    expect((await changes())[0].fields).to.deep.equal([
      { path: 'maintenance.notice', before: '', after: notice },
    ]);
    await revise({ ...terms, maintenance: { notice: ' ' } }, revision + 1);
    expect(await noticeOf('ana')).to.equal(null);
    const long = { ...terms, maintenance: { notice: 'x'.repeat(281) } };
    expect(problem.parse((await revise(long, revision + 2)).body).code).to.equal(
      'request/invalid-input',
    );
  });

  it('are neither read nor changed by staff without the flag, or by sellers', async () => {
    const { terms, revision } = await read();
    for (const as of ['accountant', 'ana'] as const) {
      expect((await revise(terms, revision, as)).status).to.equal(403);
      const answer = await world.get('/api/admin.getPlatformTerms', { as });
      expect(answer.status).to.equal(403);
    }
  });
});
