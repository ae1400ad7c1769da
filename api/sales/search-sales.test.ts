import { expect } from 'chai';
import { requestErasure } from '#/api/privacy/erase-subject.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { makeBuyer, type Person } from '#/api/testing/people.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const DOCUMENT = '529.982.247-25';

describe('Search for sales', () => {
  let world: ApiWorld;
  const history = new History();
  let ofAna: string;
  let ofBia: string;

  const buy = async (name: string, sellerId: string): Promise<string> => {
    history.wait(60);
    const buyer = await makeBuyer(world.services.core, name);
    return history.purchase({ buyer, sellerId, title: 'Curso de Violão' });
  };

  before(async () => {
    world = await apiWorld();
    ofAna = await buy('Marina Souza', 'seller-1');
    ofBia = await buy('Marina Braga', 'seller-2');
    await world.happen(history);
  });
  after(() => world.close());

  const search = async (as: Person, text: string, differences: object = {}) => {
    const area = as === 'ana' || as === 'bia' || as === 'otherSeller' ? 'seller' : 'admin';
    const { status, body } = await world.post(
      `/api/${area}.searchSales`,
      { text, ...differences },
      { as },
    );
    expect(status, JSON.stringify(body)).to.equal(200);
    return Object(body);
  };

  const ids = async (
    as: Person,
    text: string,
    differences: object = {},
  ): Promise<readonly string[]> => {
    const { items } = await search(as, text, differences);
    return items.map(({ paymentId }: { readonly paymentId: string }) => paymentId);
  };

  it('finds a seller’s own sales, and for administrators those of their platform or of one seller', async () => {
    expect(await ids('ana', 'marina')).to.deep.equal([ofAna]);
    expect(await ids('bia', 'marina')).to.deep.equal([ofBia]);
    expect(await ids('admin', 'marina')).to.deep.equal([ofBia, ofAna]);
    expect(await ids('admin', 'marina', { sellerId: 'seller-1' })).to.deep.equal([ofAna]);
    expect(await ids('otherAdmin', 'marina')).to.deep.equal([]);
    expect(await ids('otherSeller', ofAna)).to.deep.equal([]);
    expect(await ids('bia', 'marina.souza@example.com')).to.deep.equal([]);
    const { items } = await search('admin', 'braga');
    expect(items[0]).to.deep.include({ buyerName: 'Marina Braga', sellerName: 'Loja bia' });
  });

  it('finds sales by document or phone only for people who may see documents', async () => {
    for (const text of [DOCUMENT, '(11) 91234-5678']) {
      expect(await ids('admin', text), text).to.have.members([ofAna, ofBia]);
      expect(await ids('ana', text), text).to.deep.equal([ofAna]);
      expect(await ids('accountant', text), text).to.deep.equal([]);
      expect(await ids('accountant', `marina ${text}`), text).to.deep.equal([]);
    }
    expect(await ids('accountant', 'marina souza')).to.deep.equal([ofAna]);
  });

  it('reports whether it searched all sales or, for lack of a usable search text, nothing', async () => {
    expect(await search('ana', 'ninguém')).to.deep.include({ items: [], searched: 'ALL' });
    for (const text of ['%', '_', 'a', '\u0007', '🙂']) {
      expect(await search('ana', text), text).to.deep.include({ items: [], searched: 'NOTHING' });
    }
  });

  it('rejects an overlong search text with 400 and the name of the field', async () => {
    const long = await world.post(
      '/api/seller.searchSales',
      { text: 'x'.repeat(10_000) },
      { as: 'ana' },
    );
    expect(long.status).to.equal(400);
    expect(Object(long.body)).to.have.nested.property('errors[0].path', 'text');
    expect(await ids('ana', 'palavra '.repeat(25))).to.deep.equal([]);
  });

  it('accepts only POST from our own pages, and keeps the search text out of logs and cursors', async () => {
    const byGet = await world.get('/api/seller.searchSales?text=marina', { as: 'ana' });
    expect(byGet.status).to.equal(405);
    const headers = { origin: 'https://evil.example' };
    const crossSite = await world.post(
      '/api/seller.searchSales',
      { text: 'x' },
      { as: 'ana', headers },
    );
    expect(Object(crossSite.body).code).to.equal('request/cross-site');
    expect(world.logged.join('').toLowerCase()).to.not.match(/marina|52998224725|529\.982/);
    const page = await search('admin', 'marina', { limit: 1 });
    expect(Buffer.from(page.nextCursor, 'base64url').toString()).to.not.match(/marina/i);
    expect(await ids('admin', 'marina', { limit: 1, cursor: page.nextCursor })).to.deep.equal([
      ofAna,
    ]);
    const other = { text: 'braga', cursor: page.nextCursor };
    expect((await world.post('/api/admin.searchSales', other, { as: 'admin' })).status).to.equal(
      400,
    );
  });

  it('finds sales and buyers in one request, within what the user may see', async () => {
    const find = async (as: Person, area: string, text: string) =>
      Object((await world.post(`/api/${area}.find`, { text }, { as })).body);
    const all = await find('admin', 'admin', 'marina');
    expect(all.people.map(({ name }: { readonly name: string }) => name)).to.deep.equal([
      'Marina Braga',
      'Marina Souza',
    ]);
    expect(all.sales).to.have.lengthOf(2);
    const own = await find('ana', 'seller', 'souza');
    expect(own.people).to.deep.equal([
      { name: 'Marina Souza', paymentId: ofAna, requestedAt: own.sales[0].requestedAt },
    ]);
    const product = await find('admin', 'admin', 'violão');
    expect(product.people, 'nobody is called so').to.deep.equal([]);
    expect(product.sales).to.have.lengthOf(2);
    expect((await find('accountant', 'admin', DOCUMENT)).people).to.deep.equal([]);
  });

  it('finds sellers of the platform by the beginning of their name, or by their id', async () => {
    const sellers = async (as: Person, text: string) =>
      Object((await world.post('/api/admin.findSellers', { text }, { as })).body).items.map(
        ({ sellerId }: { readonly sellerId: string }) => sellerId,
      );
    expect(await sellers('accountant', 'AN')).to.deep.equal(['seller-1']);
    expect(await sellers('accountant', 'b')).to.deep.equal(['seller-2']);
    expect(await sellers('accountant', 'seller-2')).to.deep.equal(['seller-2']);
    expect(await sellers('accountant', '')).to.deep.equal(['seller-1', 'seller-2']);
    expect(await sellers('accountant', '%')).to.deep.equal([]);
    expect(await sellers('otherAdmin', 'ana')).to.deep.equal([]);
  });

  it('leaves one entry in the access trail for a series of searches', async () => {
    const searches = async () => {
      const { body } = await world.get('/api/admin.listAccess?kind=DATA_OPENED', { as: 'admin' });
      return Object(body).items.filter(
        (line: { readonly opened: string; readonly person: { readonly id: string } }) =>
          line.opened === 'SALES_SEARCH' && line.person.id === 'seller-1',
      );
    };
    await eventually(async () => ((await searches()).length > 0 ? true : undefined), 'it is noted');
    for (const text of ['ma', 'mar', 'mari', 'marin', 'marina']) await ids('ana', text);
    await world.happen(history);
    expect(await searches()).to.have.lengthOf(1);
    expect((await searches())[0]).to.include({ recordId: null });
  });

  it('finds the sale of an erased buyer by its id, but not by name or e-mail', async () => {
    const paymentId = await buy('Dora Esquecida', 'seller-1');
    await world.happen(history);
    expect(await ids('ana', 'dora')).to.deep.equal([paymentId]);
    history.report(paymentId, 'CANCELED');
    await world.happen(history);
    const { core } = world.services;
    const [subject = ''] = await core.vault.find({
      platformId: 'demo',
      email: 'dora.esquecida@example.com',
    });
    await requestErasure(
      world.services,
      { subject, platformId: 'demo' },
      { commandId: 'forget-dora', actor: 'admin:admin-1', reason: 'Pedido do titular' },
    );
    expect(await ids('ana', 'dora')).to.deep.equal([]);
    expect(await ids('ana', 'dora.esquecida@example.com')).to.deep.equal([]);
    expect(await ids('ana', paymentId)).to.deep.equal([paymentId]);
  });
});
