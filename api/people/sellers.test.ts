import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import type { ListedSeller } from '#/api/contract/sellers.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, type AnyPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { seller } from '#/domain/seller/seller.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { prepareSellerDetails } from './prepare-seller-details.ts';
import { History } from '#/projections/testing/history.ts';

const codeIn = ({ body }: ApiAnswer): string => problem.parse(body).code;

interface SellerToMake {
  readonly name: string;
  readonly email: string;
  readonly document: string;
  readonly platformId?: string;
}

describe('Sellers, as staff manage them', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const make = async (id: string, sellerData: SellerToMake): Promise<void> => {
    const { platformId = 'demo' } = sellerData;
    const { core } = world.services;
    const { handler, now } = core;
    const details = await prepareSellerDetails(core, { ...sellerData, platformId });
    const command = { type: 'Create', details, now: now() } as const;
    const context = {
      commandId: crypto.randomUUID(),
      platform: platformId,
      actor: 'system',
    } as const;
    await handler.handle(seller, streamOf('seller', id), command, { ...context, correlation: id });
  };

  const change = (name: string, input: object, as: AnyPerson = 'admin'): Promise<ApiAnswer> =>
    world.post(`/api/admin.${name}`, input, {
      as,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });

  const idsIn = ({ body }: ApiAnswer): readonly string[] => {
    const items: readonly ListedSeller[] = Object(body).items;
    return items.map(({ sellerId }) => sellerId);
  };

  const list = async (query = '', as: AnyPerson = 'admin') =>
    idsIn(await world.get(`/api/admin.listSellers${query}`, { as }));

  const find = async (text: string, as: AnyPerson = 'admin'): Promise<readonly string[]> => {
    const { status, body } = await world.post('/api/admin.searchSellers', { text }, { as });
    expect(status, text).to.equal(200);
    return idsIn({ body } as ApiAnswer);
  };

  const get = (sellerId: string, as: AnyPerson = 'admin'): Promise<ApiAnswer> =>
    world.get(`/api/admin.getSeller?sellerId=${sellerId}`, { as });

  const marina = {
    name: 'Marina Conceição Ltda',
    email: 'marina@loja.example',
    document: '11222333000181',
  };

  it('are listed with name, e-mail, balance and documents, on their own platform alone', async () => {
    const estela = { name: 'Estela', email: 'estela@loja.example', document: '11444777000161' };
    await make('estela', estela);
    await make('estela-elsewhere', { ...estela, platformId: 'other' });
    const path = `/api/admin.listSellers?after=${await world.store.head()}`;
    const { body } = await world.get(path, { as: 'admin' });
    const [first]: readonly ListedSeller[] = Object(body).items;
    expect(first).to.deep.include({
      sellerId: 'estela',
      name: estela.name,
      email: estela.email,
      status: 'ACTIVE',
      review: 'INCOMPLETE',
      available: 0,
      pending: 0,
    });
    expect(await list())
      .to.include('seller-1')
      .and.not.include('estela-elsewhere');
    expect(await list('', 'otherAdmin'))
      .to.include('estela-elsewhere')
      .and.not.include('estela');
  });

  it('are listed page by page, and not by a forged cursor', async () => {
    const { body } = await world.get('/api/admin.listSellers?limit=1', { as: 'admin' });
    const { nextCursor } = Object(body);
    const page = (cursor: string): Promise<ApiAnswer> =>
      world.get(`/api/admin.listSellers?limit=1&cursor=${cursor}`, { as: 'admin' });
    expect((await page(nextCursor)).status).to.equal(200);
    const content = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
    const forged = { ...content, after: [content.after[0], '\u0000'] };
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
    await world.waitUntilShown();
    for (const id of ['seller-1', 'loja', ' loja ']) {
      expect(await find(id), 'by id').to.include(id.trim());
    }
    expect(await find('elsewhere'), 'an id of another platform').to.deep.equal([]);
    expect(await find('marina', 'otherAdmin')).to.deep.equal(['elsewhere']);
  });

  it('are neither found by their document nor shown with it to staff who may not see documents', async () => {
    const olga = { name: 'Olga Prado', email: 'olga@loja.example', document: '06990590000123' };
    await make('olga', olga);
    await world.happen(new History());
    expect((await get('olga')).body).to.include({
      document: olga.document,
      isDocumentHidden: false,
    });
    const clerk = await world.newFunctionary(['isUsersAvailable']);
    expect(await find('prado', clerk)).to.deep.equal(['olga']);
    expect(await find(olga.document), 'for who may see it').to.deep.equal(['olga']);
    expect(await find(olga.document, clerk)).to.deep.equal([]);
    expect((await get('olga', clerk)).body).to.include({ document: null, isDocumentHidden: true });
    expect((await change('blockSeller', { sellerId: 'olga', basedOn: 0 }, clerk)).status).to.equal(
      403,
    );
  });

  it('lose access at once and cannot be changed while they are blocked, and sign in again once they are unblocked', async () => {
    const ana = await world.newSeller();
    const { personId: sellerId, email } = ana;
    const cookie = await world.cookieOf(ana);
    const blockedBefore = await list(`?state=BLOCKED&after=${await world.store.head()}`);
    const session = async () => (await world.get('/api/session.get', { headers: { cookie } })).body;
    expect(await session()).not.to.equal(null);
    const blocked = await change('blockSeller', { sellerId, basedOn: 0 });
    expect(blocked.status).to.equal(200);
    const { position } = Object(blocked.body);
    expect(await list(`?after=${position}`)).not.to.include(sellerId);
    const blockedAfter = await list(`?state=BLOCKED&after=${position}`);
    expect(blockedAfter).to.deep.equal([sellerId, ...blockedBefore]);
    expect(Object((await get(sellerId)).body)).to.include({ status: 'BLOCKED', revision: 1 });
    const signIn = () => world.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    const newCookie = (await signIn()).headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const newSession = await world.get('/api/session.get', { headers: { cookie: newCookie } });
    expect(newSession.body).to.equal(null);
    expect(await session()).to.equal(null);
    const methods = { sellerId, ...NO_METHODS, basedOn: 1 };
    expect(codeIn(await change('reviseSellerMethods', methods))).to.equal('record/archived');
    const restored = await change('restoreSeller', { sellerId, basedOn: 1 });
    expect(restored.status).to.equal(200);
    expect((await signIn()).status).to.equal(200);
    expect(await session(), 'the session of before').to.equal(null);
  });

  const NO_METHODS = {
    pixEnabled: false,
    creditCardEnabled: false,
    billetEnabled: false,
  };

  it('have exactly the payment methods that staff left on', async () => {
    const { personId: sellerId } = await world.newSeller();
    const revised = await change('reviseSellerMethods', {
      sellerId,
      ...NO_METHODS,
      creditCardEnabled: true,
      basedOn: 0,
    });
    expect(revised.status).to.equal(200);
    const { position } = Object(revised.body);
    const { body } = await world.get(
      `/api/admin.getSeller?sellerId=${sellerId}&after=${position}`,
      {
        as: 'deputy',
      },
    );
    expect(body).to.include({
      pixEnabled: false,
      creditCardEnabled: true,
      revision: 1,
      changedBy: emailOf('admin'),
    });
  });

  it('are not changed by a request based on an earlier revision, nor by staff of another platform', async () => {
    const { personId: sellerId } = await world.newSeller();
    await change('reviseSellerMethods', { sellerId, ...NO_METHODS, basedOn: 0 });
    for (const name of ['blockSeller', 'reviseSellerMethods']) {
      const input =
        name === 'blockSeller' ? { sellerId } : { sellerId, ...NO_METHODS, pixEnabled: true };
      const late = await change(name, { ...input, basedOn: 0 });
      expect(codeIn(late), name).to.equal('record/changed-meanwhile');
    }
    for (const name of ['blockSeller', 'restoreSeller']) {
      const theirs = await change(name, { sellerId, basedOn: 1 }, 'otherAdmin');
      expect(theirs.status, name).to.equal(404);
    }
    expect((await get(sellerId, 'otherAdmin')).status).to.equal(404);
    expect((await get('no-such-seller')).status).to.equal(404);
  });

  it('are blocked once when two members of staff do so at the same moment', async () => {
    const { personId: sellerId } = await world.newSeller();
    const answers = await Promise.all(
      (['admin', 'deputy'] as const).map((as) =>
        change('blockSeller', { sellerId, basedOn: 0 }, as),
      ),
    );
    expect(answers.map(({ status }) => status)).to.include(200);
    const events = await world.store.readStream(streamOf('seller', sellerId));
    expect(events.filter(({ type }) => type === 'SellerArchived')).to.have.length(1);
  });

  it('are listed with the time since when their documents wait for a review, also in a search', async () => {
    await make('first', { ...marina, email: 'primeira@loja.example' });
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
    const since = await handIn('first');
    await handIn('late');
    await world.happen(new History());
    expect(await list('?state=WAITING')).to.deep.equal(['first', 'late']);
    expect(await list('?state=WAITING', 'otherAdmin')).to.deep.equal([]);
    expect(Object((await get('first')).body)).to.include({
      review: 'WAITING',
      waitingSince: since,
    });
    expect(Object((await get('first')).body).waitsFor).to.deep.equal([
      { what: 'DOCUMENTS', since },
    ]);
    const search = { text: 'tardia', state: 'WAITING' };
    const matches = await world.post('/api/admin.searchSellers', search, { as: 'admin' });
    expect(idsIn(matches)).to.deep.equal(['late']);
    const none = { text: 'ana', state: 'WAITING' };
    expect(
      idsIn(await world.post('/api/admin.searchSellers', none, { as: 'admin' })),
    ).to.deep.equal([]);
  });

  it('leave a trace when their data are opened, and when they are searched for', async () => {
    const reader = await world.newAdmin();
    await get('seller-1', reader);
    await find('ana', reader);
    const openedBy = async () =>
      (await Array.fromAsync(world.store.readAll({})))
        .flat()
        .filter(
          ({ type, stream }) => type === 'PersonalDataOpened' && stream.includes(reader.personId),
        )
        .map(({ data }) => JSON.parse(data).opened);
    await eventually(async () => {
      const opened = await openedBy();
      return (opened.includes('SELLER') && opened.includes('SELLERS_SEARCH')) || undefined;
    }, 'both are on the trail');
  });
});
