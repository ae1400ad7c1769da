import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { z } from 'zod';
import { contract } from '#/api/contract/contract.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { signInAsBoth } from '#/api/testing/one-user.ts';
import type { AnyPerson, NewPerson } from '#/api/testing/people.ts';
import { queryText } from '#/api/testing/valid-inputs.ts';
import { streamOf } from '#/domain/ids.ts';
import { cents } from '#/domain/money.ts';
import { staff } from '#/domain/staff/staff.ts';
import { decode } from '#/ledger/codec.ts';
import { History } from '#/projections/testing/history.ts';

const codeOf = z.looseObject({ code: z.string() });

describe('Open cases of a platform', () => {
  let world: ApiWorld;
  let history: History;
  let admin: NewPerson;
  let deputy: NewPerson;
  let seller: NewPerson;

  before(async () => {
    world = await apiWorld();
    history = new History();
  });
  after(() => world.close());

  /** A platform of its own for each test. */
  beforeEach(async () => {
    const platformId = await world.newPlatform();
    admin = await world.newAdmin(platformId);
    deputy = await world.newAdmin(platformId);
    seller = await world.newSeller(platformId);
  });

  const purchase = (): string =>
    history.purchase({ platformId: seller.platformId, sellerId: seller.personId });

  const listed = async (filters: object = {}, as: AnyPerson = admin) => {
    const text = queryText({ ...filters, after: await world.lastFact() });
    const { status, body } = await world.get(`/api/admin.listInvestigations?${text}`, { as });
    expect(status).to.equal(200);
    return contract['admin.listInvestigations'].output.parse(body);
  };

  const opened = async (id: string, as: AnyPerson = admin) => {
    const input = { kind: 'PAYMENT', id };
    const { status, body } = await world.get(`/api/admin.getInvestigation?${queryText(input)}`, {
      as,
    });
    expect(status).to.equal(200);
    return contract['admin.getInvestigation'].output.parse(body);
  };

  const proposing = (id: string, differences: object = {}) => ({
    kind: 'PAYMENT',
    id,
    matter: 'charge',
    resolution: 'HAPPENED',
    evidence: 'Consta no extrato do adquirente',
    ...differences,
  });

  const propose = async (id: string, as: AnyPerson = admin, differences: object = {}) => {
    const { status, body } = await world.post(
      '/api/admin.proposeResolution',
      proposing(id, differences),
      { as },
    );
    expect(status).to.equal(200);
    return contract['admin.proposeResolution'].output.parse(body).proposalId;
  };

  const confirm = (id: string, proposalId: string, as: AnyPerson) =>
    world.post('/api/admin.confirmResolution', { kind: 'PAYMENT', id, proposalId }, { as });

  const unresolved = async (): Promise<string> => {
    const paymentId = purchase();
    history.submit(paymentId);
    history.leaveUnresolved(paymentId);
    await world.happen(history);
    return paymentId;
  };

  it('show what waits, since when, how much, and at which acquirer', async () => {
    const id = await unresolved();
    const { items } = await listed();
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({
      kind: 'PAYMENT',
      id,
      sellerId: seller.personId,
      provider: 'sandbox',
      amount: 9_700,
      inQuestion: 9_700,
      causes: ['UNKNOWN_OUTCOME'],
      isProposed: false,
    });
    expect((await listed({}, 'otherAdmin')).items).to.deep.equal([]);
  });

  it('end by two people, who are both in the record, and the sale is approved', async () => {
    const id = await unresolved();
    const proposalId = await propose(id);
    expect((await listed({ proposed: 'yes' })).items).to.have.length(1);
    const own = await confirm(id, proposalId, admin);
    expect([own.status, codeOf.parse(own.body).code]).to.deep.equal([
      403,
      'investigation/same-person',
    ]);
    const { proposal } = await opened(id, deputy);
    expect(proposal).to.include({ isOwn: false, evidence: 'Consta no extrato do adquirente' });
    expect((await confirm(id, proposalId, deputy)).status).to.equal(200);
    expect((await confirm(id, proposalId, deputy)).status).to.equal(200);
    expect((await opened(id)).asked.status).to.equal('APPROVED');
    expect((await listed()).items).to.deep.equal([]);
    const stream = await world.store.readStream(`payment-${id}`);
    const events = stream.slice(-2).map(decode);
    expect(events.map(({ type }) => type)).to.deep.equal(['PaymentResolved', 'PaymentApproved']);
    expect(events[0]?.data).to.include({
      proposedBy: `admin:${admin.personId}`,
      confirmedBy: `admin:${deputy.personId}`,
    });
  });

  it('are decided by no one who is the seller too', async () => {
    const id = await unresolved();
    const cookie = await signInAsBoth(world, seller, admin);
    const headers = { cookie };
    const proposed = await world.post('/api/admin.proposeResolution', proposing(id), { headers });
    expect([proposed.status, codeOf.parse(proposed.body).code]).to.deep.equal([
      403,
      'investigation/own',
    ]);
    const input = { kind: 'PAYMENT', id, proposalId: await propose(id, deputy) };
    const confirmed = await world.post('/api/admin.confirmResolution', input, { headers });
    expect(codeOf.parse(confirmed.body).code).to.equal('investigation/own');
    expect((await opened(id, deputy)).asked.status).to.equal('PENDING');
  });

  it('end by no one person with two records', async () => {
    const id = await unresolved();
    const proposalId = await propose(id);
    const cookie = await signInAsBoth(world, admin, deputy);
    const input = { kind: 'PAYMENT', id, proposalId };
    const path = `/api/admin.getInvestigation?${queryText({ kind: 'PAYMENT', id })}`;
    const seen = Object((await world.get(path, { headers: { cookie } })).body);
    expect(seen.proposal).to.include({ isOwn: true });
    const { status, body } = await world.post('/api/admin.confirmResolution', input, {
      headers: { cookie },
    });
    expect([status, codeOf.parse(body).code]).to.deep.equal([403, 'investigation/same-person']);
    const third = await world.newAdmin(seller.platformId);
    expect((await confirm(id, proposalId, third)).status).to.equal(200);
  });

  it('wait for another proposal once the person who proposed is blocked', async () => {
    const id = await unresolved();
    const proposalId = await propose(id);
    const { handler, machine, now } = world.services.core;
    const archive = { type: 'Archive', now: now() } as const;
    await handler.handle(staff, streamOf('staff', admin.personId), archive, {
      commandId: machine.uuid(),
      platform: seller.platformId,
      actor: 'system',
      correlation: admin.personId,
    });
    const { status, body } = await confirm(id, proposalId, deputy);
    expect([status, codeOf.parse(body).code]).to.deep.equal([409, 'investigation/proposer-left']);
    const rejection = { kind: 'PAYMENT', id, proposalId, reason: 'Quem propôs saiu' };
    await world.post('/api/admin.rejectResolution', rejection, { as: deputy });
    const third = await world.newAdmin(seller.platformId);
    expect((await confirm(id, await propose(id, deputy), third)).status).to.equal(200);
  });

  it('approve one of two payments that the acquirer gave one transaction', async () => {
    const ids = [purchase(), purchase()] as const;
    for (const id of ids) {
      history.submit(id, 'tx-of-both');
      history.leaveUnresolved(id);
    }
    await world.happen(history);
    const answers = [];
    for (const id of ids) {
      const { status, body } = await confirm(id, await propose(id), deputy);
      answers.push([status, status === 200 ? 'done' : codeOf.parse(body).code]);
    }
    expect(answers).to.deep.equal([
      [200, 'done'],
      [409, 'investigation/paid-another'],
    ]);
    expect((await opened(ids[1])).asked.status).to.equal('PENDING');
    const { transactions } = world.services.core.ports;
    const place = {
      provider: 'sandbox',
      platformId: seller.platformId,
      transactionId: 'tx-of-both',
    };
    expect(await transactions.isFreeFor({ ...place, paymentId: ids[1] })).to.equal(false);
  });

  it('approve one of two charges without an answer by the transaction that staff found', async () => {
    const ids = [purchase(), purchase()] as const;
    for (const id of ids) history.leaveUnresolved(id);
    await world.happen(history);
    const answers = [];
    for (const id of ids) {
      const proposalId = await propose(id, admin, { reference: 'tx-9' });
      const { status, body } = await confirm(id, proposalId, deputy);
      answers.push([status, status === 200 ? 'done' : codeOf.parse(body).code]);
    }
    expect(answers).to.deep.equal([
      [200, 'done'],
      [409, 'investigation/paid-another'],
    ]);
  });

  it('approve no payment by the transaction of another one that the acquirer named', async () => {
    const [one, other] = [purchase(), purchase()];
    const anothers = { transactionId: 'tx-of-other', orderId: other, isReserved: false };
    history.report(one, 'APPROVED', anothers);
    await world.happen(history);
    const { transactions } = world.services.core.ports;
    const { platformId } = seller;
    const of = { provider: 'sandbox', platformId, transactionId: 'tx-of-other' };
    expect(await transactions.reserve({ ...of, paymentId: other })).to.equal(true);
    const difference = { matter: 'receipt tx-of-other', reference: 'tx-of-one' };
    const { status, body } = await confirm(one, await propose(one, admin, difference), deputy);
    expect([status, codeOf.parse(body).code]).to.deep.equal([409, 'investigation/paid-another']);
    const free = { ...of, transactionId: 'tx-of-one', paymentId: other };
    expect(await transactions.isFreeFor(free)).to.equal(true);
  });

  it('are confirmed by no clock that is wrong: what it approves would be released by it', async () => {
    const id = await unresolved();
    const proposalId = await propose(id);
    const headers = { 'idempotency-key': randomUUID() };
    const { ports } = world.services.core;
    const { isClockTrue } = ports;
    const confirmBy = async (isTrue: boolean) => {
      Object.assign(ports, { isClockTrue: () => isTrue });
      const input = { kind: 'PAYMENT', id, proposalId };
      return world
        .post('/api/admin.confirmResolution', input, { as: deputy, headers })
        .finally(() => Object.assign(ports, { isClockTrue }));
    };
    const { status, body } = await confirmBy(false);
    expect([status, codeOf.parse(body).code]).to.deep.equal([503, 'service/unavailable']);
    expect((await confirmBy(true)).status).to.equal(200);
    expect((await confirmBy(false)).status).to.equal(200);
  });

  it('reserve no transaction by a confirmation that is refused', async () => {
    const [one, other] = [purchase(), purchase()];
    for (const id of [one, other]) {
      history.submit(id, 'tx-of-these');
      history.leaveUnresolved(id);
    }
    await world.happen(history);
    const first = await propose(one);
    expect((await confirm(one, first, admin)).status).to.equal(403);
    expect((await confirm(one, 'another-proposal', deputy)).status).to.equal(409);
    expect((await confirm(other, await propose(other), deputy)).status).to.equal(200);
    const late = await confirm(one, first, deputy);
    expect([late.status, codeOf.parse(late.body).code]).to.deep.equal([
      409,
      'investigation/paid-another',
    ]);
  });

  it('are not confirmed by who saw another proposal', async () => {
    const id = await unresolved();
    const first = await propose(id);
    const rejection = { kind: 'PAYMENT', id, proposalId: first, reason: 'Não confere' };
    const rejected = await world.post('/api/admin.rejectResolution', rejection, { as: deputy });
    expect(rejected.status).to.equal(200);
    await propose(id, admin, { resolution: 'DID_NOT_HAPPEN' });
    const late = await confirm(id, first, deputy);
    expect([late.status, codeOf.parse(late.body).code]).to.deep.equal([
      409,
      'investigation/changed',
    ]);
  });

  it('are found by kind, acquirer and seller, page by page', async () => {
    for (let nth = 0; nth < 3; nth += 1) {
      const paymentId = purchase();
      history.submit(paymentId);
      history.wait(60);
      history.report(paymentId, 'APPROVED', { amount: cents(1) });
    }
    await world.happen(history);
    const first = await listed({ limit: 2, kind: 'PAYMENT', provider: 'sandbox' });
    expect(first.items.map(({ causes }) => causes)).to.deep.equal([
      ['UNAPPLIED_RECEIPT'],
      ['UNAPPLIED_RECEIPT'],
    ]);
    expect(first.items.map(({ amount, inQuestion }) => ({ amount, inQuestion }))).to.deep.equal([
      { amount: 9_700, inQuestion: 1 },
      { amount: 9_700, inQuestion: 1 },
    ]);
    const rest = await listed({
      limit: 2,
      kind: 'PAYMENT',
      provider: 'sandbox',
      cursor: first.nextCursor,
    });
    expect(rest.items).to.have.length(1);
    expect((await listed({ kind: 'WITHDRAWAL' })).items).to.deep.equal([]);
    expect((await listed({ sellerId: 'seller-2' })).items).to.deep.equal([]);
  });

  it('keep no personal data in their evidence', async () => {
    const id = await unresolved();
    await propose(id, admin, { evidence: 'Extrato, conta 123456789 de x@example.com' });
    expect((await opened(id)).proposal?.evidence).to.equal('Extrato, conta [number] de [e-mail]');
  });

  it('of another platform are not found', async () => {
    const id = await unresolved();
    const { status } = await world.post('/api/admin.proposeResolution', proposing(id), {
      as: 'otherAdmin',
    });
    expect(status).to.equal(404);
  });
});
