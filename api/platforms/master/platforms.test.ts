import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { invite } from '#/api/auth/links/invitations.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, people, type Person } from '#/api/testing/people.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { platform } from '#/domain/platform/platform.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { History } from '#/projections/testing/history.ts';
import { RECORD_AGE_MS } from '#/ledger/states/record-cache.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const DAY = 24 * 60 * 60;

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Platforms of an installation', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const post = (name: string, input: object, as: Person = 'master', key?: string) =>
    world.post(`/api/master.${name}`, input, {
      as,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });

  const list = async (state = 'CURRENT') => {
    const after = await world.store.head();
    const path = `/api/master.listPlatforms?state=${state}&after=${after}`;
    return Object((await world.get(path, { as: 'master' })).body).items;
  };

  const get = async (platformId: string) => {
    const after = await world.store.head();
    const path = `/api/master.getPlatform?platformId=${platformId}&after=${after}`;
    return Object((await world.get(path, { as: 'master' })).body);
  };

  it('are listed with how many sellers and administrators each has', async () => {
    const [first, second] = await list();
    expect([first, second].map(({ platformId }) => platformId)).to.have.members(['demo', 'other']);
    const demo = [first, second].find(({ platformId }) => platformId === 'demo');
    expect(demo).to.include({ status: 'ACTIVE', sellers: 2, administrators: 2 });
    expect(Object.keys(demo)).to.not.include('fees');
  });

  it('are listed with what each sold in reais in the last 30 days', async () => {
    const volumes = async () =>
      Object.fromEntries(
        (await list()).map((line: { platformId: string; volume: number }) => [
          line.platformId,
          line.volume,
        ]),
      );
    expect(await volumes()).to.include({ demo: 0, other: 0 });
    const history = new History(addSeconds(world.services.core.now(), -40 * DAY));
    const sell = (amount: number, currency: 'BRL' | 'EUR' = 'BRL'): void => {
      const paymentId = history.purchase({ amount: cents(amount), currency });
      history.submit(paymentId);
      history.report(paymentId, 'APPROVED');
    };
    sell(70_000);
    history.wait(15 * DAY);
    sell(10_000);
    history.wait(25 * DAY);
    sell(2_500);
    sell(90_000, 'EUR');
    await world.happen(history);
    expect(await volumes()).to.include({ demo: 12_500, other: 0 });
    expect(await get('demo')).to.include({ volume: 12_500 });
  });

  it('are created by a master under a readable or a random id, and shown with their figures', async () => {
    for (const platformId of ['loja-azul', randomUUID()]) {
      const made = await post('createPlatform', { platformId, name: ' Loja Azul ' });
      expect(codeOf(made)).to.equal('done');
      const facts = { name: 'Loja Azul', status: 'ACTIVE', sellers: 0, administrators: 0 };
      expect(await get(platformId)).to.include({ ...facts, revision: 0 });
      expect((await get(platformId)).acquirers).to.deep.equal([]);
    }
    const { acquirers } = await get('demo');
    expect(acquirers).to.not.deep.equal([]);
    expect(Object.keys(acquirers[0])).to.have.members(['provider', 'label']);
  });

  it('have unique ids, also when two are made at the same moment, and never the id of the installation', async () => {
    for (const platformId of ['demo', INSTALLATION_ID]) {
      const taken = await post('createPlatform', { platformId, name: 'Outra' });
      expect(codeOf(taken)).to.equal('platform/id-taken');
    }
    expect(codeOf(await post('createPlatform', { platformId: 'Loja Azul', name: 'X' }))).to.equal(
      'request/invalid-input',
    );
    const answers = await Promise.all(
      ['key-1', 'key-2'].map((key) =>
        post('createPlatform', { platformId: 'ao-mesmo-tempo', name: 'Gêmea' }, 'master', key),
      ),
    );
    expect(answers.map(codeOf)).to.have.members(['done', 'platform/id-taken']);
  });

  it('are created once by a repeated request, also at the same moment', async () => {
    const create = () =>
      post('createPlatform', { platformId: 'uma-vez', name: 'Uma' }, 'master', 'k');
    expect((await Promise.all([create(), create()])).map(codeOf)).to.deep.equal(['done', 'done']);
    expect(codeOf(await create())).to.equal('done');
  });

  it('are renamed from the revision that was seen: the second of two masters is refused', async () => {
    await post('createPlatform', { platformId: 'verde', name: 'Verde' });
    const rename = (name: string) =>
      post('renamePlatform', { platformId: 'verde', name, basedOn: 0 });
    expect(codeOf(await rename('Verde Claro'))).to.equal('done');
    expect(codeOf(await rename('Verde Escuro'))).to.equal('record/changed-meanwhile');
    expect(await get('verde')).to.include({ name: 'Verde Claro', revision: 1 });
  });

  it('are not found under ids that no one has', async () => {
    const input = { platformId: 'ninguem', basedOn: 0 };
    const answers = [
      await post('renamePlatform', { ...input, name: 'X' }),
      await post('blockPlatform', input),
      await post('restorePlatform', input),
    ];
    for (const answer of answers) expect(codeOf(answer)).to.equal('resource/not-found');
  });

  describe('that are blocked', () => {
    const signIn = (person: Person) =>
      world.post('/api/auth/sign-in/email', { email: emailOf(person), password: PASSWORD });

    const isRefused = async (person: Person, path: string) => {
      const { status } = await world.get(`/api/${path}`, { as: person });
      return status === 401 || undefined;
    };

    const purchase = () =>
      world.post('/api/checkout.purchase', {
        offerId: 'demo-ebook',
        email: 'compradora@example.com',
        name: 'Marina Compradora',
        paymentMethod: 'PIX',
      });

    let token = '';

    before(async () => {
      const invited = { platformId: 'demo', email: 'convidada@example.com' };
      const { url } = Object((await post('inviteAdministrator', invited)).body);
      token = String(url).split('#')[1] ?? '';
      for (const person of ['ana', 'admin', 'clerk'] as const) await world.cookieOf(person);
      expect((await purchase()).status).to.equal(200);
      const { revision: basedOn } = await get('demo');
      expect(codeOf(await post('blockPlatform', { platformId: 'demo', basedOn }))).to.equal('done');
    });

    it('are listed apart, and cannot be changed while they are blocked', async () => {
      const current: { platformId: string }[] = await list();
      expect(current.map(({ platformId }) => platformId)).to.not.include('demo');
      const [blocked] = await list('BLOCKED');
      expect(blocked).to.include({ platformId: 'demo', status: 'BLOCKED' });
      const { revision: basedOn } = await get('demo');
      const renamed = await post('renamePlatform', { platformId: 'demo', name: 'X', basedOn });
      expect(codeOf(renamed)).to.equal('record/archived');
    });

    it('refuse sessions and sign-ins of their people, but not the sessions of other platforms', async () => {
      await eventually(() => isRefused('ana', 'seller.getBalance'), 'the seller is out');
      await eventually(() => isRefused('admin', 'admin.getAcquiring'), 'the administrator is out');
      for (const person of ['ana', 'admin', 'clerk'] as const) {
        const { status, body } = await signIn(person);
        expect([status, body], person).to.deep.equal([200, null]);
      }
      const { status } = await world.get('/api/admin.getAcquiring', { as: 'otherAdmin' });
      expect(status).to.equal(200);
    });

    it('admit no member of staff whose session another process has not ended', async () => {
      const { callers, core } = world.services;
      const headers = new Headers({ cookie: await world.cookieOf('otherAdmin') });
      expect((await callers.find(headers))?.role).to.equal('ADMIN');
      // Another process blocks the platform, so the cache of this one is out of date until its records are too old.
      await createCommandHandler({ store: world.store }).handle(
        platform,
        'platform-other',
        { type: 'Archive', now: core.now() },
        { commandId: randomUUID(), platform: 'other', actor: 'system', correlation: 'other' },
      );
      await core.machine.pause(RECORD_AGE_MS);
      expect(await callers.find(headers)).to.equal(undefined);
    });

    it('refuse withdrawals and sell nothing', async () => {
      const withdrawal = await world.post(
        '/api/seller.requestWithdrawal',
        { amount: 50_00, destinationId: 'mine' },
        { as: 'ana' },
      );
      expect(withdrawal.status).to.equal(401);
      const bought = await purchase();
      expect(bought.status).to.be.oneOf([404, 409]);
      const shown = await world.get('/api/checkout.getCheckout?checkoutId=demo-ebook');
      expect(shown.status).to.be.oneOf([404, 409]);
    });

    it('invite no one, and accept no earlier invitation', async () => {
      const input = { platformId: 'demo', email: 'tarde@example.com' };
      expect(codeOf(await post('inviteAdministrator', input))).to.equal('record/archived');
      const byOperator = await invite(world.services.database, input.email, 'demo');
      for (const link of [
        { token, email: 'convidada@example.com' },
        { token: byOperator, email: input.email },
      ]) {
        const opened = await world.post('/api/session.openInvitation', { token: link.token });
        expect(codeOf(opened)).to.equal('invitation/not-usable');
        const person = { ...link, name: 'Nova', password: 'cavalo bateria grampo' };
        const accepted = await world.post('/api/session.acceptInvitation', person);
        expect(codeOf(accepted)).to.equal('invitation/not-usable');
      }
    });

    it('work as before once they are unblocked, for people who sign in again', async () => {
      const { revision: basedOn } = await get('demo');
      const opened = await post('restorePlatform', { platformId: 'demo', basedOn });
      expect(codeOf(opened)).to.equal('done');
      const signedIn = await eventually(async () => {
        const { body } = await signIn('ana');
        return body === null ? undefined : Object(body);
      }, 'the seller comes in');
      expect(signedIn).to.include({ role: 'SELLER', sellerId: people.ana.sellerId });
      const isSold = async () => (await purchase()).status === 200 || undefined;
      await eventually(isSold, 'the offer sells');
      const link = await world.post('/api/session.openInvitation', { token });
      expect(codeOf(link)).to.equal('done');
    });
  });
});
