import { expect } from 'chai';
import type { AccessEntry } from '#/api/contract/access.ts';
import { problem } from '#/api/contract/procedure.ts';
import { requestErasure } from '#/api/privacy/erase-subject.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { faultyStore } from '#/api/testing/faulty-store.ts';
import { emailOf, membershipOf, PASSWORD, makeBuyer, type Person } from '#/api/testing/people.ts';
import { defaultLimits } from '#/api/http/request-limits.ts';
import { cents } from '#/domain/values/money.ts';
import { seller } from '#/domain/seller/seller.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { makeRecoveryLink } from './links/recovery-links.ts';

const path = '/api/auth/sign-in/email';
const address = '198.51.100.23';
const { signIn } = defaultLimits;

describe('Audit trail of sign-ins and of opened personal data', () => {
  let world: ApiWorld;
  const { store, fault } = faultyStore();
  const history = new History();

  before(async () => {
    world = await apiWorld({ openStore: async () => store, proxies: 1, limits: { signIn } });
  });
  after(() => world?.close());
  afterEach(() => {
    delete fault.refused;
  });

  const from = { 'x-forwarded-for': address };

  const enter = (email: string, password = PASSWORD, headers = {}) =>
    world.post(path, { email, password }, { headers: { ...from, ...headers } });

  const linesOf = async (person: Person, filters = ''): Promise<readonly AccessEntry[]> => {
    const { personId: id, platformId } = membershipOf(person);
    const as = platformId === 'demo' ? 'admin' : 'otherAdmin';
    const { body } = await world.get(`/api/admin.listAccess?personId=${id}&limit=100${filters}`, {
      as,
    });
    return Object(body).items;
  };

  const kindsOf = async (person: Person): Promise<readonly string[]> =>
    (await linesOf(person)).map(({ kind }) => kind).toReversed();

  const eventuallyKinds = (person: Person, kinds: readonly string[]) =>
    eventually(async () => {
      const recorded = await kindsOf(person);
      return recorded.join() === kinds.join() ? recorded : undefined;
    }, `${kinds.join()} of ${person}`);

  const sell = async (name: string): Promise<string> => {
    const buyer = await makeBuyer(world.services.core, name);
    const paymentId = history.purchase({ sellerId: 'seller-1', amount: cents(97_00), buyer });
    history.submit(paymentId);
    await world.happen(history);
    return paymentId;
  };

  it('records sign-ins and sign-outs, and five failed attempts in two events', async () => {
    for (let guesses = 0; guesses < 5; guesses += 1) await enter(emailOf('bia'), 'wrong');
    await eventuallyKinds('bia', ['SIGN_IN_FAILED', 'SIGN_IN_SUSPENDED']);
    await world.services.database.query('UPDATE auth.back_off SET free_at = now()');
    const { headers, status } = await enter(emailOf('bia'));
    expect(status).to.equal(200);
    const cookie = headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    await eventuallyKinds('bia', ['SIGN_IN_FAILED', 'SIGN_IN_SUSPENDED', 'SIGNED_IN']);
    await enter(emailOf('bia'), PASSWORD, { cookie });
    await world.post('/api/auth/sign-out', {}, { headers: { ...from, cookie } });
    const [newest, replaced] = await eventually(async () => {
      const all = await linesOf('bia');
      return all.length === 5 ? all : undefined;
    }, 'five lines');
    const [first] = await linesOf('bia', '&kind=SIGN_IN_SUSPENDED');
    expect(first).to.deep.include({ failures: 5, address });
    expect((await linesOf('bia', '&kind=SIGNED_IN')).at(-1)).to.deep.include({
      failures: 5,
      isKnownDevice: false,
      address,
      person: { kind: 'seller', id: 'seller-2', name: 'Loja bia' },
    });
    expect([newest?.kind, replaced?.kind]).to.have.members(['SIGNED_IN', 'SIGNED_OUT']);
    expect((await linesOf('bia', '&kind=SIGNED_OUT'))[0]?.cause).to.equal('REPLACED');
    expect((await linesOf('bia', '&kind=SIGNED_IN'))[0]?.isKnownDevice).to.equal(true);
  });

  it('records nothing for unknown e-mails, and no e-mail or IP address in the clear', async () => {
    const head = await world.store.head();
    for (let guesses = 0; guesses < 6; guesses += 1) await enter('nobody@example.com', 'wrong');
    await enter(emailOf('clerk'));
    await eventuallyKinds('clerk', ['SIGNED_IN']);
    const events = [];
    for await (const batch of world.store.readAll({})) events.push(...batch);
    const traces = events.filter(({ stream }) => stream.startsWith('access-'));
    const since = traces.filter(({ position }) => position > (head ?? ''));
    expect(since.map(({ stream }) => stream)).to.satisfy((streams: readonly string[]) =>
      streams.every((stream) => /^access-staff-(?:clerk|admin)-1\./.test(stream)),
    );
    expect(JSON.stringify(traces)).to.not.match(/198\.51|example\.com/);
    expect(world.logged.join('')).to.not.match(/198\.51|example\.com/);
  });

  it('records who opened a buyer’s data, repeated views only once, and who exported it', async () => {
    const paymentId = await sell('Iracema Vista');
    const pages = ['getSale', 'getPaymentAudit', 'replayPayment', 'getSale', 'getSale'];
    for (const page of pages)
      await world.get(`/api/admin.${page}?paymentId=${paymentId}`, { as: 'admin', headers: from });
    await world.get(`/api/seller.getSale?paymentId=${paymentId}`, { as: 'ana', headers: from });
    const body = { paymentId, reason: 'Pedido do titular' };
    await world.post('/api/admin.exportSubject', body, { as: 'admin', headers: from });
    const november = 'from=2026-11-01&to=2026-11-30';
    // A HEAD request exports nothing.
    await world.send('HEAD', `/api/export.journal?${november}`, '', { as: 'admin' });
    await world.get(`/api/export.sales?${november}`, { as: 'admin' });
    const lines = await eventually(async () => {
      const opened = await linesOf('admin', '&kind=DATA_OPENED');
      return opened.length >= 5 ? opened : undefined;
    }, 'what the administrator opened');
    expect(lines.map(({ opened }) => opened)).to.have.members([
      'SALE',
      'SALE_AUDIT',
      'SALE_REPLAY',
      'SUBJECT_EXPORT',
      'SALES_EXPORT',
    ]);
    expect(lines.find(({ opened }) => opened === 'SALE')).to.deep.include({
      recordId: paymentId,
      address,
      person: { kind: 'staff', id: 'admin-1', name: emailOf('admin') },
    });
    const linesOfAna = await linesOf('ana', '&kind=DATA_OPENED');
    expect(linesOfAna.map(({ opened, recordId }) => [opened, recordId])).to.deep.equal([
      ['SALE', paymentId],
    ]);
  });

  it('lists in a buyer’s data export who opened that buyer’s data, and no other person’s', async () => {
    const [paymentId, other] = [await sell('Moacir Curioso'), await sell('Nair Outra')];
    await world.get(`/api/admin.getSale?paymentId=${paymentId}`, { as: 'attendant' });
    await world.get(`/api/admin.getSale?paymentId=${other}`, { as: 'attendant' });
    await world.get(`/api/seller.getSale?paymentId=${paymentId}`, { as: 'ana' });
    await eventually(async () => {
      const lines = [...(await linesOf('ana')), ...(await linesOf('attendant'))];
      const ofTheirs = lines.filter(({ recordId }) => recordId === paymentId);
      return ofTheirs.length === 2 ? true : undefined;
    }, 'both looks are on record');
    const body = { paymentId, reason: 'Pedido do titular' };
    const exported = Object(
      (await world.post('/api/admin.exportSubject', body, { as: 'admin' })).body,
    );
    const [first] = exported.openings;
    expect(first.at).to.match(/^20/);
    const reported = exported.openings.map(
      ({ at: _, ...opening }: { readonly at: string }) => opening,
    );
    expect(reported).to.have.deep.members([
      { opened: 'SALE', recordId: paymentId, by: { kind: 'staff', id: 'attendant-1' } },
      { opened: 'SALE', recordId: paymentId, by: { kind: 'seller', id: 'seller-1' } },
      { opened: 'SUBJECT_EXPORT', recordId: paymentId, by: { kind: 'staff', id: 'admin-1' } },
    ]);
    expect(exported.accesses).to.deep.equal([]);
  });

  it('records nothing for requests that were rejected', async () => {
    const paymentId = await sell('Jandira Alheia');
    const headBefore = await world.store.head();
    const refused = await Promise.all([
      world.get(`/api/seller.getSale?paymentId=${paymentId}`, { as: 'bia' }),
      world.get(`/api/admin.getSale?paymentId=${paymentId}`, { as: 'otherAdmin' }),
      world.get(`/api/admin.getSale?paymentId=${paymentId}`, { as: 'clerk' }),
    ]);
    expect(refused.map(({ status }) => status)).to.deep.equal([404, 404, 403]);
    const openings = [];
    for await (const batch of world.store.readAll(headBefore ? { after: headBefore } : {}))
      openings.push(...batch.filter(({ type }) => type === 'PersonalDataOpened'));
    expect(openings).to.deep.equal([]);
  });

  it('lists only people of the caller’s own platform, page by page and without duplicates', async () => {
    await enter(emailOf('otherSeller'));
    await eventuallyKinds('otherSeller', ['SIGNED_IN']);
    expect(await linesOf('otherAdmin')).to.have.length.above(0);
    const eventIds: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await world.get(`/api/admin.listAccess?limit=2${at}`, { as: 'admin' });
      const page: { items: readonly AccessEntry[]; nextCursor: string | null } = Object(body);
      eventIds.push(...page.items.map(({ eventId }) => eventId));
      for (const { person } of page.items)
        expect(['admin-9', 'seller-9']).to.not.include(person.id);
      cursor = page.nextCursor;
    }
    expect(new Set(eventIds).size).to.equal(eventIds.length);
    expect(eventIds.length).to.be.above(5);
  });

  it('allows sign-ins and sale views while it cannot be written, rejects exports, and catches up later', async () => {
    const paymentId = await sell('Kauã Socorro');
    fault.refused = 'access-';
    const viewed = await world.get(`/api/admin.getSale?paymentId=${paymentId}`, { as: 'admin' });
    expect(viewed.status).to.equal(200);
    expect((await enter(emailOf('accountant'))).status).to.equal(200);
    const refused = await Promise.all([
      world.get('/api/export.journal?from=2026-11-01&to=2026-11-30', { as: 'admin' }),
      world.get('/api/admin.getReceiver?sellerId=seller-1', { as: 'admin' }),
      world.post(
        '/api/admin.exportSubject',
        { paymentId, reason: 'Pedido do titular' },
        { as: 'admin' },
      ),
    ]);
    for (const answer of refused)
      expect([answer.status, problem.parse(answer.body).code]).to.deep.equal([
        503,
        'service/unavailable',
      ]);
    delete fault.refused;
    await eventually(async () => {
      const lines = await linesOf('admin', '&kind=DATA_OPENED');
      return lines.find(({ recordId }) => recordId === paymentId);
    }, 'the look is on record');
    await eventuallyKinds('accountant', ['SIGNED_IN']);
  });

  it('is written before a link gives a new password, because the mail that warns the person follows from it', async () => {
    const email = emailOf('examiner');
    const token = await makeRecoveryLink(world.services.database, email);
    const password = 'cavalo bateria grampo';
    const use = () =>
      world.post('/api/session.acceptInvitation', { token, email, password }, { headers: from });
    fault.refused = 'access-';
    const refused = await use();
    expect(refused.status, refused.text).to.equal(503);
    expect(problem.parse(refused.body).code).to.equal('service/unavailable');
    expect((await enter(email)).status).to.equal(200);
    delete fault.refused;
    expect((await use()).status).to.equal(200);
    const line = async () => (await linesOf('examiner', '&kind=SIGNED_OUT'))[0];
    expect((await eventually(line, 'it is on record')).cause).to.equal('NEW_PASSWORD');
    expect((await enter(email, password)).status).to.equal(200);
  });

  it('no longer shows a person’s name and IP addresses once their data is erased', async () => {
    const { core } = world.services;
    const { state } = await core.handler.load(seller, 'seller-seller-2');
    if (state.status === 'ABSENT') throw new Error('bia is there');
    const linesBefore = await linesOf('bia');
    expect(linesBefore.every((line) => line.address !== null)).to.equal(true);
    const context = {
      commandId: 'bia-ends',
      platform: 'demo',
      actor: 'system',
      correlation: 'bia',
    };
    const archive = { type: 'Archive', now: core.now() } as const;
    await core.handler.handle(seller, 'seller-seller-2', archive, context);
    const person = { subject: state.details.identity.subject, platformId: 'demo' };
    await requestErasure(world.services, person, {
      commandId: 'forget-bia',
      actor: 'admin:admin-1',
      reason: 'Pedido do titular',
    });
    const lines = await linesOf('bia');
    expect(lines).to.have.length(linesBefore.length);
    for (const line of lines)
      expect(line).to.deep.include({
        address: null,
        person: { kind: 'seller', id: 'seller-2', name: null },
      });
  });

  it('the request log names the caller’s id, and a code instead of the IP address', async () => {
    await world.get('/api/admin.listSales', { as: 'admin', headers: from });
    const line = world.logged
      .map((text) => Object(JSON.parse(text)))
      .find(({ procedure, actor }) => procedure === 'admin.listSales' && actor === 'admin:admin-1');
    expect(line.client).to.match(/^[0-9a-f]{16}$/);
  });
});
