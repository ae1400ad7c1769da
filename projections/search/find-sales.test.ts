import { expect } from 'chai';
import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';
import { InvalidCursor } from '#/projections/engine/define/page.ts';
import { findSales } from './find-sales.ts';
import { prepareSearch } from './prepared.ts';
import { masterKeys, SearchWorld, type Buyer } from './testing/search-world.ts';

const marina: Buyer = {
  name: 'Marina Conceição',
  email: 'Marina@Example.com',
  document: '52998224725',
  phone: '11987654321',
};

describe('Sales search', () => {
  let search: SearchWorld;

  before(async () => {
    search = await SearchWorld.open();
  });

  after(() => search.close());

  it('finds a sale by a whole word of the buyer’s name, or by e-mail, document or phone', async () => {
    const paymentId = await search.buy(marina);
    for (const text of [
      'marina',
      'CONCEICAO',
      'conceição marina',
      'marina@example.com',
      '529.982.247-25',
      '52998224725',
      '(11) 98765-4321',
      '+55 11 98765-4321',
      'Marina 11987654321 marina@example.com',
    ]) {
      expect(await search.find(text), text).to.deep.equal([paymentId]);
    }
    for (const text of [
      'marin',
      'marina souza',
      'maria@example.com',
      '11987654322',
      'example.com',
    ]) {
      expect(await search.find(text), text).to.deep.equal([]);
    }
  });

  it('finds a sale by payment, transaction or end-to-end id, whole or by its beginning', async () => {
    const paymentId = await search.buy({ name: 'Ida Exata', email: 'ida@example.com' });
    search.history.submit(paymentId, 'Tx_Ab9-77100200300');
    search.history.report(paymentId, 'APPROVED');
    await search.log.happen(search.history);
    const endToEnd = `E00000000${paymentId.slice(0, 23)}`;
    for (const text of [
      paymentId,
      paymentId.toUpperCase(),
      paymentId.slice(0, 8),
      'Tx_Ab9-77100200300',
      'Tx_Ab9-771',
      endToEnd,
      endToEnd.slice(0, 20),
      `ida ${paymentId}`,
    ]) {
      expect(await search.find(text), text).to.deep.equal([paymentId]);
    }
    expect(await search.find(`marina ${paymentId}`)).to.deep.equal([]);
    expect(await search.find('x_Ab9-77100200300')).to.deep.equal([]);
  });

  it('finds a sale by words in the titles of its product and order bumps', async () => {
    const lines = [
      { kind: 'OFFER', id: 'o', title: 'Curso de Violão 2.0', amount: 9_000 },
      { kind: 'BUMP', id: 'b', title: 'Afinador 440Hz', amount: 700 },
    ] as PaymentRequestedData['lines'];
    const title = 'Curso de Violão 2.0';
    const paymentId = await search.buy(
      { name: 'Vera Corda', email: 'vera@example.com' },
      { title, lines },
    );
    expect(await search.find('violao')).to.deep.equal([paymentId]);
    expect(await search.find('curso violão vera')).to.deep.equal([paymentId]);
    expect(await search.find('afinador')).to.deep.equal([paymentId]);
    expect(await search.find('curso marina')).to.deep.equal([]);
  });

  it('finds no sale by a synthetic document or phone', async () => {
    const email = 'john@example.com';
    const named = await search.buy({ name: 'John Doe', email, document: syntheticCpf(email) });
    const marked = { name: 'Jane Doe', email: 'jane@example.com', phone: SYNTHETIC_PHONE };
    const document = '00000100400';
    const other = await search.buy({ ...marked, document, synthetic: true });
    expect(await search.find('doe')).to.deep.equal([other, named]);
    expect(await search.find(syntheticCpf(email))).to.deep.equal([]);
    expect(await search.find(document)).to.deep.equal([]);
    expect(await search.find(SYNTHETIC_PHONE)).to.deep.equal([]);
  });

  it('finds only sales of the given platform and seller, also by id', async () => {
    const zelia = { name: 'Zélia Única', email: 'zelia@example.com', document: '11144477735' };
    const ours = await search.buy(zelia, { sellerId: 'seller-2' });
    const theirs = await search.buy(zelia, { platformId: 'other', sellerId: 'seller-9' });
    for (const text of ['zelia', '111.444.777-35', 'zelia@example.com']) {
      expect(await search.find(text), text).to.deep.equal([ours]);
      expect(await search.find(text, { sellerId: 'seller-2' }), text).to.deep.equal([ours]);
      expect(await search.find(text, { sellerId: 'seller-1' }), text).to.deep.equal([]);
      expect(await search.find(text, { platformId: 'other' }), text).to.deep.equal([theirs]);
    }
    expect(await search.find(theirs)).to.deep.equal([]);
    expect(await search.find(ours, { sellerId: 'seller-1' })).to.deep.equal([]);
  });

  it('finds nothing by document or phone for users who may not see those', async () => {
    expect(await search.find('529.982.247-25', {}, false)).to.deep.equal([]);
    expect(await search.find('11987654321', {}, false)).to.deep.equal([]);
    expect(await search.find('marina 52998224725', {}, false)).to.deep.equal([]);
    expect(await search.find('marina', {}, false)).to.have.lengthOf(1);
  });

  it('combines with other filters, and pages through results, newest first, each sale once', async () => {
    const bought: string[] = [];
    for (let sale = 0; sale < 7; sale += 1) {
      const email = `paula.${sale}@example.com`;
      const method = sale % 2 === 0 ? 'PIX' : 'BILLET';
      // The first three are bought on one day, the others months apart.
      search.history.wait(sale > 2 ? sale * 20 * 86_400 : 0);
      bought.unshift(await search.buy({ name: `Paula Paginada`, email }, { method }));
    }
    expect(await search.find('paula', { method: 'PIX' })).to.have.lengthOf(4);
    expect(await search.find('paula', { status: 'APPROVED' })).to.deep.equal([]);
    const filters = { platformId: 'demo' };
    const prepared = (text: string) =>
      prepareSearch(search.vault, { ...filters, text, isWithNumbers: true });
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 4; page += 1) {
      const found = await findSales(search.log.pool, filters, prepared('paula'), {
        limit: 3,
        cursor,
      });
      seen.push(...found.items.map(({ paymentId }) => paymentId));
      // A sale inserted meanwhile neither hides nor repeats another.
      if (page === 0) await search.buy({ name: 'Paula Nova', email: 'paula.nova@example.com' });
      if (found.nextCursor === null) break;
      cursor = found.nextCursor;
      expect(Buffer.from(cursor, 'base64url').toString()).to.not.include('paula');
    }
    expect(seen).to.deep.equal(bought);
    const other = await findSales(search.log.pool, filters, prepared('marina'), {
      limit: 3,
      cursor,
    }).catch((error: unknown) => error);
    expect(other).to.be.instanceOf(InvalidCursor);
  });

  it('finds nothing, without an error, for wildcards, SQL, emoji and overlong texts', async () => {
    for (const text of ['%', '_', 'a', '%%%', '\u0000', "'; DROP TABLE search.entry; --", '🙂']) {
      expect(await search.find(text), JSON.stringify(text)).to.deep.equal([]);
    }
    expect(await search.find('palavra '.repeat(200))).to.deep.equal([]);
    expect(await search.find('x1'.repeat(5_000))).to.deep.equal([]);
    expect(
      await search.find(Array.from({ length: 60 }, (_, n) => `a${n}`).join(' ')),
    ).to.deep.equal([]);
  });

  const rows = async (): Promise<readonly string[]> => {
    const { rows: found } = await search.log.pool.query<{ text: string }>(
      'SELECT entry::text AS text FROM search.entry AS entry ORDER BY record',
    );
    return found.map(({ text }) => text);
  };

  it('rebuilds its index to identical rows, which contain no buyer data in clear', async () => {
    const before = await rows();
    expect(before).to.have.length.above(12);
    expect(before.join()).to.not.match(/marina|52998224725|11987654321/i);
    await search.rebuildIndex();
    expect(await rows()).to.deep.equal(before);
  });

  it('finds no sale by erased personal data, also after a rebuild of its index', async () => {
    const dora = { name: 'Dora Esquecida', email: 'dora@example.com', phone: '21987650123' };
    const paymentId = await search.buy({ ...dora, document: '39053344705' });
    const subject = await search.vault.subjectFor({ platformId: 'demo', email: dora.email });
    await search.vault.destroy([{ subject, class: 'contact' }]);
    expect(await search.find('dora@example.com')).to.deep.equal([]);
    expect(await search.find('21987650123')).to.deep.equal([]);
    expect(await search.find('dora'), 'the law holds the name').to.deep.equal([paymentId]);
    await search.vault.destroy([{ subject, class: 'fiscal' }]);
    for (const text of ['dora', 'esquecida', '390.533.447-05']) {
      expect(await search.find(text), text).to.deep.equal([]);
    }
    expect(await search.find(paymentId)).to.deep.equal([paymentId]);
    const before = await rows();
    await search.rebuildIndex();
    expect(await rows()).to.deep.equal(before);
    expect(await search.find('dora')).to.deep.equal([]);
  });

  it('does not index the data of a person whose keys another process destroyed', async () => {
    const lia = { name: 'Lia Apressada', email: 'lia@example.com' };
    const buyer = await search.buyerOf(lia, 'demo');
    const otherVault = await createVault({ pool: search.log.pool, masterKeys });
    const { subject } = buyer.identity;
    await otherVault.destroy([
      { subject, class: 'fiscal' },
      { subject, class: 'contact' },
    ]);
    expect(await search.vault.decrypt(buyer.identity), 'this one still has the key').to.not.equal(
      undefined,
    );
    const paymentId = search.history.purchase({ buyer });
    await search.log.happen(search.history);
    await search.indexed();
    expect(await search.find('lia')).to.deep.equal([]);
    expect(await search.find('lia@example.com')).to.deep.equal([]);
    expect(await search.find(paymentId)).to.deep.equal([paymentId]);
  });
});
