import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { packedCertificates } from '#/adapters/payments/evidence/packed-certificates.ts';
import type { InputOf, OutputOf } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import { secretsOfPlatform } from '#/api/platforms/defaults.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, type AnyPerson } from '#/api/testing/people.ts';
import { routeEverythingTo } from '#/domain/acquiring/route.ts';

type Setup = InputOf<'master.revisePlatformSetup'>;
type ShownSetup = OutputOf<'master.getPlatformSetup'>;

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

const problemAt = ({ body }: ApiAnswer) =>
  problem.parse(body).errors?.map(({ path, message }) => `${path}: ${message}`);

const EVERYTHING = {
  isInProduction: true,
  providers: null,
  methods: null,
  wording: 'STANDARD',
} as const;

describe('Setup of a platform by masters', () => {
  let world: ApiWorld;
  let platformId: string;
  let admin: AnyPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    platformId = await world.newPlatform();
    admin = await world.newAdmin(platformId);
  });

  const read = async (id = platformId): Promise<ShownSetup> =>
    Object(
      (await world.get(`/api/master.getPlatformSetup?platformId=${id}`, { as: 'master' })).body,
    );

  const send = async (
    name: string,
    input: object,
    { as = 'master', key = randomUUID() }: { as?: AnyPerson; key?: string } = {},
  ): Promise<ApiAnswer> => {
    const { revision: basedOn } = await read();
    const request = { platformId, basedOn, ...input };
    const headers = { 'idempotency-key': key };
    return world.post(`/api/master.${name}`, request, { as, headers });
  };

  const setUp = async (setup: Partial<Setup>): Promise<void> => {
    const answer = await send('revisePlatformSetup', { ...EVERYTHING, ...setup });
    expect(codeOf(answer)).to.equal('done');
  };

  const setCertificate = async (direction: string, content: string, passphrase?: string) =>
    send('setPlatformCertificate', { direction, content, passphrase });

  const changes = async (): Promise<OutputOf<'master.listPlatformChanges'>['changes']> => {
    const path = `/api/master.listPlatformChanges?platformId=${platformId}`;
    return Object((await world.get(path, { as: 'master' })).body).changes;
  };

  const asAdmin = (name: string, input: object): Promise<ApiAnswer> =>
    world.post(`/api/admin.${name}`, input, { as: admin });

  it('allows everything on a platform without a setup, and no production on one that a master creates', async () => {
    expect((await read()).setup).to.deep.equal({
      ...EVERYTHING,
      receiver: null,
      certificates: { CASH_IN: null, CASH_OUT: null },
      limits: { sale: null, withdrawal: null, withdrawalsPerDay: null },
    });
    platformId = `nova-${randomUUID()}`;
    await world.post('/api/master.createPlatform', { platformId, name: 'Nova' }, { as: 'master' });
    expect((await read()).setup.isInProduction).to.equal(false);
  });

  it('is stored as the first of two requests states it, and a repeated request changes nothing', async () => {
    const { revision: basedOn } = await read();
    const requests = [
      { key: randomUUID(), stated: { ...EVERYTHING, wording: 'SHORT' } },
      { key: randomUUID(), stated: { ...EVERYTHING, isInProduction: false } },
    ] as const;
    const sendAll = () =>
      Promise.all(
        requests.map(({ key, stated }) =>
          send('revisePlatformSetup', { ...stated, basedOn }, { key }),
        ),
      );
    const answers = await sendAll();
    expect(answers.map(codeOf)).to.have.members(['done', 'record/changed-meanwhile']);
    const first = answers.findIndex(({ status }) => status === 200);
    const { setup, revision } = await read();
    expect(revision).to.equal(basedOn + 1);
    expect(setup).to.deep.include(requests[first]?.stated);
    await setUp({ methods: ['PIX'] });
    const later = await read();
    expect((await sendAll()).map(codeOf)).to.deep.equal(answers.map(codeOf));
    expect(await read()).to.deep.include({ setup: later.setup, revision: basedOn + 2 });
  });

  it('survives what staff change, and leaves their terms and routes', async () => {
    await setUp({ wording: 'SHORT', methods: ['PIX', 'WITHDRAW'] });
    const path = '/api/admin.getPlatformTerms';
    const { terms, revision } = Object((await world.get(path, { as: admin })).body);
    const changed = { ...terms, name: 'Outro Nome' };
    const saved = await asAdmin('revisePlatformTerms', { terms: changed, basedOn: revision });
    expect(codeOf(saved)).to.equal('done');
    const { setup } = await read();
    expect(setup).to.include({ wording: 'SHORT' });
    expect(setup.methods).to.deep.equal(['PIX', 'WITHDRAW']);
    await setUp({});
    const now = Object((await world.get(path, { as: admin })).body);
    expect(now.terms).to.deep.equal(changed);
  });

  it('is logged with who changed what, and values before and after, but without keys and certificates', async () => {
    await setUp({ isInProduction: false, providers: ['onz', 'sandbox'] });
    await send('setPlatformReceiver', { pixKey: '529.982.247-25' });
    await setCertificate('CASH_IN', packedCertificates.modern, 'secret');
    const [certificate, receiver, setup, creation] = await changes();
    expect(certificate?.by).to.equal(emailOf('master'));
    expect(certificate?.fields[0]?.field).to.equal('certificateIn');
    expect(certificate?.fields[0]?.after).to.match(/^21\d\d-\d\d-\d\d · [0-9a-f]{8}$/);
    expect(receiver?.fields[0]?.after).to.match(/^CPF · /);
    expect(setup?.fields).to.deep.equal([
      { field: 'production', before: 'ON', after: 'OFF' },
      { field: 'providers', before: null, after: 'ONZ, Sandbox' },
    ]);
    expect(creation?.fields[0]).to.deep.equal({ field: 'status', before: null, after: 'ACTIVE' });
    const events = (await Array.fromAsync(world.store.readAll({}))).flat();
    const written = JSON.stringify([events.map(({ data }) => data), await changes(), await read()]);
    for (const secret of ['52998224725', '529.982.247-25', packedCertificates.modern.slice(0, 60)])
      expect(written).not.to.include(secret);
    expect(world.logged.join('')).not.to.include('52998224725');
  });

  it('has a PIX key and certificates, which are checked before they are stored, replaced and removed', async () => {
    const owner = secretsOfPlatform(platformId);
    const { credentials } = world.services.core;
    expect(problemAt(await send('setPlatformReceiver', { pixKey: 'no key' }))).to.deep.equal([
      'pixKey: not-a-key',
    ]);
    const { modern, legacy } = packedCertificates;
    expect(problemAt(await setCertificate('CASH_IN', modern, 'wrong'))).to.deep.equal([
      'passphrase: passphrase',
    ]);
    expect(problemAt(await setCertificate('CASH_IN', legacy, 'secret'))).to.deep.equal([
      'content: legacy',
    ]);
    const text = Buffer.from('no certificate').toString('base64');
    expect(problemAt(await setCertificate('CASH_OUT', text))).to.deep.equal(['content: unusable']);
    expect(codeOf(await setCertificate('CASH_OUT', '%%%'))).to.equal('request/invalid-input');
    expect(codeOf(await setCertificate('CASH_IN', 'A'.repeat(44_004)))).to.equal(
      'request/invalid-input',
    );
    expect(await credentials.names(owner)).to.deep.equal([]);

    expect(codeOf(await setCertificate('CASH_IN', modern, 'secret'))).to.equal('done');
    expect(codeOf(await send('setPlatformReceiver', { pixKey: 'a@b.com.br' }))).to.equal('done');
    expect(codeOf(await send('setPlatformReceiver', { pixKey: '11222333000181' }))).to.equal(
      'done',
    );
    const { setup } = await read();
    expect(setup.receiver).to.deep.equal({ type: 'CNPJ', masked: '**.222.333/****-**' });
    expect(setup.certificates.CASH_IN?.fingerprint).to.match(/^[0-9a-f]{64}$/);
    expect(setup.certificates.CASH_OUT).to.equal(null);
    expect(await credentials.names(owner), 'the first key is forgotten').to.have.length(2);

    await send('removePlatformCertificate', { direction: 'CASH_IN' });
    await send('setPlatformReceiver', { pixKey: null });
    expect((await read()).setup).to.deep.include({
      receiver: null,
      certificates: { CASH_IN: null, CASH_OUT: null },
    });
    expect(await credentials.names(owner)).to.deep.equal([]);
    const stale = { pixKey: 'a@b.com.br', basedOn: 0 };
    expect(codeOf(await send('setPlatformReceiver', stale))).to.equal('record/changed-meanwhile');
    expect(await credentials.names(owner), 'a refused key is not kept').to.deep.equal([]);
  });

  it('limits which acquirers may be connected and put on routes', async () => {
    await setUp({ providers: ['sandbox', 'treeal'] });
    const account = { baseUrl: 'https://api.example.com', secretKey: 'sk' };
    const refused = await asAdmin('connectAcquirer', { provider: 'fairpay', account });
    expect(codeOf(refused)).to.equal('provider/not-enabled');
    const { acquirers } = Object((await world.get('/api/admin.getAcquiring', { as: admin })).body);
    const ids = acquirers.map(({ id }: { readonly id: string }) => id);
    expect(ids).to.have.members(['sandbox', 'treeal']);
    await setUp({});
    expect(codeOf(await asAdmin('connectAcquirer', { provider: 'fairpay', account }))).to.equal(
      'done',
    );
    await setUp({ providers: ['sandbox'] });
    const shown = Object((await world.get('/api/admin.getAcquiring', { as: admin })).body);
    const fairpay = shown.acquirers.find(({ id }: { readonly id: string }) => id === 'fairpay');
    expect(fairpay).to.include({ connected: true, enabled: false });
    const { stepAside, revision: basedOn } = shown;
    const routes = { ...routeEverythingTo('sandbox'), PIX: routeEverythingTo('fairpay').PIX };
    const onRoute = { routes, stepAside, basedOn };
    expect(codeOf(await asAdmin('reviseRoutes', onRoute))).to.equal('provider/not-enabled');
  });

  describe('is obeyed by the platform of an offer', () => {
    beforeEach(() => {
      platformId = 'demo';
    });
    afterEach(() => allow({}));

    /** Not in production, so that the simulated acquirer sells. */
    const allow = (setup: Partial<Setup>) => setUp({ isInProduction: false, ...setup });

    const shown = async () =>
      Object((await world.get('/api/checkout.getCheckout?checkoutId=demo-ebook')).body);

    const buy = async (paymentMethod: string): Promise<string> =>
      codeOf(
        await world.post('/api/checkout.purchase', {
          offerId: 'demo-ebook',
          email: `${randomUUID()}@example.com`,
          name: 'Marina Compradora',
          paymentMethod,
        }),
      );

    it('in its methods', async () => {
      expect(await shown()).to.include({ pixEnabled: true, billetEnabled: true });
      await allow({ methods: ['BILLET'] });
      expect(await shown()).to.include({ pixEnabled: false, billetEnabled: true });
      expect(await buy('PIX')).to.equal('offer/method-not-enabled');
    });

    it('in its acquirers', async () => {
      await allow({ providers: ['treeal'] });
      expect(await shown()).to.include({ pixEnabled: false, billetEnabled: false });
      expect(await buy('PIX')).to.equal('offer/method-not-enabled');
      await allow({ providers: ['sandbox'] });
      expect(await buy('PIX'), 'the simulated acquirer needs no production').to.equal('done');
    });

    it('is not put in production while a charge of its simulated acquirer is open', async () => {
      await allow({});
      expect(await buy('PIX')).to.equal('done');
      const answer = await send('revisePlatformSetup', EVERYTHING);
      expect(codeOf(answer)).to.equal('platform/has-money');
    });

    it('in its wording', async () => {
      expect((await shown()).wording).to.equal('STANDARD');
      await allow({ wording: 'SHORT' });
      expect((await shown()).wording).to.equal('SHORT');
    });
  });

  it('is not found for an unknown platform, and is changed by masters only', async () => {
    for (const name of [
      'revisePlatformSetup',
      'setPlatformReceiver',
      'setPlatformCertificate',
      'removePlatformCertificate',
    ]) {
      const input = {
        platformId: 'no-such-platform',
        basedOn: 0,
        ...(name === 'revisePlatformSetup' && EVERYTHING),
        ...(name === 'setPlatformReceiver' && { pixKey: 'a@b.com.br' }),
        ...(name.endsWith('Certificate') && { direction: 'CASH_IN' }),
        ...(name === 'setPlatformCertificate' && { content: packedCertificates.modern }),
      };
      expect(codeOf(await send(name, input)), name).to.equal('resource/not-found');
      const byAdmin = await send(name, { ...input, platformId }, { as: admin });
      expect(byAdmin.status, name).to.equal(403);
    }
    const names = await world.services.core.credentials.names(
      secretsOfPlatform('no-such-platform'),
    );
    expect(names).to.deep.equal([]);
  });
});
