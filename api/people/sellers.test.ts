import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import type { ListedSeller } from '#/api/contract/sellers.ts';
import { apiWorld, type Answer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, type Person } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/ids.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { seller } from '#/domain/seller/seller.ts';
import { newSeller } from './new-seller.ts';
import { History } from '#/projections/testing/history.ts';

const codeIn = ({ body }: Answer): string => problem.parse(body).code;

interface Someone {
  readonly name: string;
  readonly email: string;
  readonly document: string;
  readonly platformId?: string;
}

describe('Sellers, as staff manage them', () => {
  let world: ApiWorld;

  beforeEach(async () => {
    world = await apiWorld();
  });
  afterEach(() => world.close());

  const make = async (id: string, someone: Someone): Promise<void> => {
    const { platformId = 'demo' } = someone;
    const { core } = world.services;
    const { handler, now } = core;
    const details = await newSeller(core, { ...someone, platformId });
    const command = { type: 'Create', details, now: now() } as const;
    const context = {
      commandId: crypto.randomUUID(),
      platform: platformId,
      actor: 'system',
    } as const;
    await handler.handle(seller, streamOf('seller', id), command, { ...context, correlation: id });
  };

  const change = (name: string, input: object, as: Person = 'admin'): Promise<Answer> =>
    world.post(`/api/admin.${name}`, input, {
      as,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });

  const idsIn = ({ body }: Answer): readonly string[] => {
    const items: readonly ListedSeller[] = Object(body).items;
    return items.map(({ sellerId }) => sellerId);
  };

  const list = async (query = '', as: Person = 'admin') =>
    idsIn(await world.get(`/api/admin.listSellers${query}`, { as }));

  const find = async (text: string, as: Person = 'admin'): Promise<readonly string[]> => {
    const { status, body } = await world.post('/api/admin.searchSellers', { text }, { as });
    expect(status, text).to.equal(200);
    return idsIn({ body } as Answer);
  };

  const get = (sellerId: string, as: Person = 'admin'): Promise<Answer> =>
    world.get(`/api/admin.getSeller?sellerId=${sellerId}`, { as });

  const marina = {
    name: 'Marina Conceição Ltda',
    email: 'marina@loja.example',
    document: '11222333000181',
  };

  it('are listed with name, e-mail, balance and documents, on their own platform alone', async () => {
    await make('marina', marina);
    await make('elsewhere', { ...marina, platformId: 'other' });
    const { body } = await world.get('/api/admin.listSellers', { as: 'admin' });
    const [first]: readonly ListedSeller[] = Object(body).items;
    expect(first).to.deep.include({
      sellerId: 'marina',
      name: marina.name,
      email: marina.email,
      status: 'ACTIVE',
      review: 'INCOMPLETE',
      available: 0,
      pending: 0,
    });
    expect(await list())
      .to.include('seller-1')
      .and.not.include('elsewhere');
    expect(await list('', 'otherAdmin'))
      .to.include('elsewhere')
      .and.not.include('marina');
  });

  it('are listed by cursors of this list alone', async () => {
    const { body } = await world.get('/api/admin.listSellers?limit=1', { as: 'admin' });
    const { nextCursor } = Object(body);
    const page = (cursor: string): Promise<Answer> =>
      world.get(`/api/admin.listSellers?limit=1&cursor=${cursor}`, { as: 'admin' });
    expect((await page(nextCursor)).status).to.equal(200);
    const inside = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
    const forged = { ...inside, after: [inside.after[0], '\u0000'] };
    for (const bad of ['x', Buffer.from(JSON.stringify(forged)).toString('base64url')]) {
      expect((await page(bad)).status, bad).to.equal(400);
    }
  });

  it('are found by words of the name, e-mail, document or id, within the platform and the list', async () => {
    await make('marina', marina);
    await make('elsewhere', { ...marina, platformId: 'other' });
    await world.happen(new History());
    for (const text of [
      'marina',
      'CONCEICAO marina',
      'marina@loja.example',
      '11.222.333/0001-81',
      '11222333000181',
    ]) {
      expect(await find(text), text).to.deep.equal(['marina']);
    }
    for (const text of ['marin', 'outra', 'mar@loja.example', '39053344705', '%', "'; DROP"]) {
      expect(await find(text), text).to.deep.equal([]);
    }
    await make('loja', { ...marina, name: 'Estúdio Onze', email: 'onze@loja.example' });
    for (const id of ['seller-1', 'loja', ' loja ']) {
      expect(await find(id), 'by id').to.include(id.trim());
    }
    expect(await find('elsewhere'), 'an id of another platform').to.deep.equal([]);
    expect(await find('marina', 'otherAdmin')).to.deep.equal(['elsewhere']);
  });

  it('are not found by a document for staff who may not see documents, who read none either', async () => {
    await make('marina', marina);
    await world.happen(new History());
    expect(Object((await get('marina')).body).document).to.equal(marina.document);
    await grant('clerk-1', ['isUsersAvailable']);
    expect(await find('marina', 'clerk')).to.deep.equal(['marina']);
    expect(await find('11222333000181', 'clerk')).to.deep.equal([]);
    expect(Object((await get('marina', 'clerk')).body).document).to.equal(null);
    expect(
      (await change('blockSeller', { sellerId: 'marina', basedOn: 0 }, 'clerk')).status,
    ).to.equal(403);
  });

  const grant = async (staffId: string, permissions: readonly string[]): Promise<void> => {
    const member = Object(
      (await world.get('/api/admin.listStaff', { as: 'admin' })).body,
    ).items.find((each: { staffId: string }) => each.staffId === staffId);
    const { revision: basedOn } = member;
    const given = await change('reviseFunctionary', { staffId, permissions, basedOn });
    expect(given.status).to.equal(200);
    const { position } = Object(given.body);
    await world.get(`/api/admin.listStaff?after=${position}`, { as: 'admin' });
  };

  it('are blocked: out at once, selling nothing, and let in again as before', async () => {
    const cookie = await world.cookieOf('ana');
    const session = async () => (await world.get('/api/session.get', { headers: { cookie } })).body;
    expect(await session()).not.to.equal(null);
    const blocked = await change('blockSeller', { sellerId: 'seller-1', basedOn: 0 });
    expect(blocked.status).to.equal(200);
    const { position } = Object(blocked.body);
    expect(await list(`?after=${position}`)).not.to.include('seller-1');
    expect(await list(`?state=BLOCKED&after=${position}`)).to.deep.equal(['seller-1']);
    expect(Object((await get('seller-1')).body)).to.include({ status: 'BLOCKED', revision: 1 });
    const signIn = () =>
      world.post('/api/auth/sign-in/email', { email: emailOf('ana'), password: PASSWORD });
    const again = (await signIn()).headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const after = await world.get('/api/session.get', { headers: { cookie: again } });
    expect(after.body).to.equal(null);
    expect(await session()).to.equal(null);
    expect(codeIn(await change('reviseSellerMethods', { ...NO_METHODS, basedOn: 1 }))).to.equal(
      'record/archived',
    );
    const restored = await change('restoreSeller', { sellerId: 'seller-1', basedOn: 1 });
    expect(restored.status).to.equal(200);
    expect((await signIn()).status).to.equal(200);
    expect(await session(), 'the session of before').to.equal(null);
  });

  const NO_METHODS = {
    sellerId: 'seller-1',
    pixEnabled: false,
    creditCardEnabled: false,
    billetEnabled: false,
  };

  it('are paid by the methods that staff left on', async () => {
    const revised = await change('reviseSellerMethods', {
      ...NO_METHODS,
      creditCardEnabled: true,
      basedOn: 0,
    });
    expect(revised.status).to.equal(200);
    const { position } = Object(revised.body);
    const { body } = await world.get(`/api/admin.getSeller?sellerId=seller-1&after=${position}`, {
      as: 'deputy',
    });
    expect(body).to.include({
      pixEnabled: false,
      creditCardEnabled: true,
      revision: 1,
      changedBy: emailOf('admin'),
    });
  });

  it('are not changed by who saw an earlier revision, nor by staff of another platform', async () => {
    await change('reviseSellerMethods', { ...NO_METHODS, basedOn: 0 });
    for (const name of ['blockSeller', 'reviseSellerMethods']) {
      const input =
        name === 'blockSeller' ? { sellerId: 'seller-1' } : { ...NO_METHODS, pixEnabled: true };
      const late = await change(name, { ...input, basedOn: 0 });
      expect(codeIn(late), name).to.equal('record/changed-meanwhile');
    }
    for (const name of ['blockSeller', 'restoreSeller']) {
      const theirs = await change(name, { sellerId: 'seller-1', basedOn: 1 }, 'otherAdmin');
      expect(theirs.status, name).to.equal(404);
    }
    expect((await get('seller-1', 'otherAdmin')).status).to.equal(404);
    expect((await get('no-such-seller')).status).to.equal(404);
  });

  it('are blocked once by two who press at the same moment', async () => {
    const answers = await Promise.all(
      (['admin', 'deputy'] as const).map((as) =>
        change('blockSeller', { sellerId: 'seller-1', basedOn: 0 }, as),
      ),
    );
    expect(answers.map(({ status }) => status)).to.include(200);
    const events = (await Array.fromAsync(world.store.readAll({}))).flat();
    expect(events.filter(({ type }) => type === 'SellerArchived')).to.have.length(1);
  });

  it('are listed while their documents wait for staff, since when, also among those who were found', async () => {
    await make('marina', marina);
    await make('late', { ...marina, name: 'Marina Tardia', email: 'tardia@loja.example' });
    const { handler, now } = world.services.core;
    const handIn = async (sellerId: string): Promise<string> => {
      const at = now();
      const of = { platformId: 'demo', sellerId, fileId: crypto.randomUUID(), now: at };
      const file = { kind: 'photoDocument', contentType: 'image/png', size: 10 } as const;
      for (const command of [
        { ...of, ...file, type: 'GrantUpload' },
        { ...of, type: 'SubmitFile' },
      ] as const) {
        const context = { commandId: crypto.randomUUID(), platform: 'demo', actor: 'system' };
        const about = { ...context, correlation: sellerId };
        await handler.handle(receiver, streamOf('receiver', sellerId), command, about);
      }
      return at;
    };
    const since = await handIn('marina');
    await handIn('late');
    await world.happen(new History());
    expect(await list('?state=WAITING')).to.deep.equal(['marina', 'late']);
    expect(await list('?state=WAITING', 'otherAdmin')).to.deep.equal([]);
    expect(Object((await get('marina')).body)).to.include({
      review: 'WAITING',
      waitingSince: since,
    });
    const search = { text: 'tardia', state: 'WAITING' };
    const found = await world.post('/api/admin.searchSellers', search, { as: 'admin' });
    expect(idsIn(found)).to.deep.equal(['late']);
    const none = { text: 'ana', state: 'WAITING' };
    expect(
      idsIn(await world.post('/api/admin.searchSellers', none, { as: 'admin' })),
    ).to.deep.equal([]);
  });

  it('leave a trace when their data are opened, and when they are searched for', async () => {
    await get('seller-1');
    await find('ana');
    await world.services.trail.stop();
    const log = (await Array.fromAsync(world.store.readAll({}))).flat();
    const opened = log
      .filter(({ type }) => type === 'PersonalDataOpened')
      .map(({ data }) => JSON.parse(data).opened);
    expect(opened).to.include.members(['SELLER', 'SELLERS_SEARCH']);
  });
});
