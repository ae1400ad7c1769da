import { expect } from 'chai';
import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import { createVault, type Vault } from '#/ledger/vault/personal-data.ts';
import { InvalidCursor } from '#/projections/engine/define/page.ts';
import { providerReference } from '#/projections/provider-reference.ts';
import { sales } from '#/projections/sales.ts';
import type { SalesFilters } from '#/projections/sales-queries.ts';
import { History } from '#/projections/testing/history.ts';
import { projectionWorld, type ProjectionWorld } from '#/projections/testing/projection-world.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { findSales, isSearchComplete } from './find-sales.ts';
import { startSearchIndex, type SearchIndex } from './indexer.ts';
import { prepareSearch } from './prepared.ts';

const masterKeys = [{ id: 'test', bytes: Buffer.alloc(32, 7) }] as const;

interface Buyer {
  readonly name: string;
  readonly email: string;
  readonly document?: string;
  readonly phone?: string;
  readonly synthetic?: boolean;
}

const marina: Buyer = {
  name: 'Marina Conceição',
  email: 'Marina@Example.com',
  document: '52998224725',
  phone: '11987654321',
};

describe('the search for sales', () => {
  let world: ProjectionWorld;
  let vault: Vault;
  let history: History;
  let index: SearchIndex;
  const problems: unknown[] = [];

  const startIndex = () =>
    startSearchIndex({
      store: world.store,
      pool: world.pool,
      vault,
      onFailure: (error) => void problems.push(error),
    });

  const indexed = () =>
    eventually(async () => {
      const head = (await world.store.head()) ?? '';
      return index.position() >= head && (await isSearchComplete(world.pool)) ? true : undefined;
    }, 'every sale can be found');

  before(async () => {
    world = await projectionWorld([sales, providerReference]);
    vault = await createVault({ pool: world.pool, masterKeys });
    history = new History('2026-10-06T12:00:00.000Z');
    index = startIndex();
  });

  after(async () => {
    await index.stop();
    await world.close();
    expect(problems).to.deep.equal([]);
  });

  const buyerOf = async (
    { email, name, document = '', phone, synthetic }: Buyer,
    platformId: string,
  ): Promise<PaymentRequestedData['buyer']> => {
    const subject = await vault.subjectFor({ platformId, email });
    const identity = { name, document, ...(synthetic === true && { synthetic }) };
    return {
      identity: await vault.encrypt(subject, 'fiscal', identity),
      contact: await vault.encrypt(subject, 'contact', { email, ...(phone && { phone }) }),
    };
  };

  const buy = async (buyer: Buyer, differences: Partial<PaymentRequestedData> = {}) => {
    const { platformId = 'demo' } = differences;
    history.wait(60);
    const paymentId = history.purchase({
      buyer: await buyerOf(buyer, platformId),
      ...differences,
    });
    await world.happen(history);
    await indexed();
    return paymentId;
  };

  const find = async (
    text: string,
    filters: Partial<SalesFilters> = {},
    isWithNumbers = true,
  ): Promise<readonly string[]> => {
    const scope = { platformId: 'demo', ...filters };
    const search = prepareSearch(vault, { ...scope, text, isWithNumbers });
    const idsAmong = async (newest: number | undefined) => {
      const options = newest === undefined ? {} : { newest };
      const { items } = await findSales(world.pool, scope, search, { limit: 100 }, options);
      return items.map(({ paymentId }) => paymentId);
    };
    const found = await idsAmong(undefined);
    // The result must not depend on how many sales are checked one by one before the index.
    for (const newest of [0, 3]) expect(await idsAmong(newest), text).to.deep.equal(found);
    return found;
  };

  it('finds a sale by any word of the buyer’s name, the e-mail, document or phone, however written', async () => {
    const paymentId = await buy(marina);
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
      expect(await find(text), text).to.deep.equal([paymentId]);
    }
    for (const text of [
      'marin',
      'marina souza',
      'maria@example.com',
      '11987654322',
      'example.com',
    ]) {
      expect(await find(text), text).to.deep.equal([]);
    }
  });

  it('finds by payment, transaction and end-to-end id, whole or by their beginning', async () => {
    const paymentId = await buy({ name: 'Ida Exata', email: 'ida@example.com' });
    history.submit(paymentId, 'Tx_Ab9-77100200300');
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
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
      expect(await find(text), text).to.deep.equal([paymentId]);
    }
    expect(await find(`marina ${paymentId}`)).to.deep.equal([]);
    expect(await find('x_Ab9-77100200300')).to.deep.equal([]);
  });

  it('finds by words of what was sold, the bumps included', async () => {
    const lines = [
      { kind: 'OFFER', id: 'o', title: 'Curso de Violão 2.0', amount: 9_000 },
      { kind: 'BUMP', id: 'b', title: 'Afinador 440Hz', amount: 700 },
    ] as PaymentRequestedData['lines'];
    const title = 'Curso de Violão 2.0';
    const paymentId = await buy(
      { name: 'Vera Corda', email: 'vera@example.com' },
      { title, lines },
    );
    expect(await find('violao')).to.deep.equal([paymentId]);
    expect(await find('curso violão vera')).to.deep.equal([paymentId]);
    expect(await find('afinador')).to.deep.equal([paymentId]);
    expect(await find('curso marina')).to.deep.equal([]);
  });

  it('finds nobody by what the product made up for them', async () => {
    const email = 'john@example.com';
    const named = await buy({ name: 'John Doe', email, document: syntheticCpf(email) });
    const marked = { name: 'Jane Doe', email: 'jane@example.com', phone: SYNTHETIC_PHONE };
    const document = '00000100400';
    const other = await buy({ ...marked, document, synthetic: true });
    expect(await find('doe')).to.deep.equal([other, named]);
    expect(await find(syntheticCpf(email))).to.deep.equal([]);
    expect(await find(document)).to.deep.equal([]);
    expect(await find(SYNTHETIC_PHONE)).to.deep.equal([]);
  });

  it('keeps platforms and sellers apart, ids included', async () => {
    const zelia = { name: 'Zélia Única', email: 'zelia@example.com', document: '11144477735' };
    const ours = await buy(zelia, { sellerId: 'seller-2' });
    const theirs = await buy(zelia, { platformId: 'other', sellerId: 'seller-9' });
    for (const text of ['zelia', '111.444.777-35', 'zelia@example.com']) {
      expect(await find(text), text).to.deep.equal([ours]);
      expect(await find(text, { sellerId: 'seller-2' }), text).to.deep.equal([ours]);
      expect(await find(text, { sellerId: 'seller-1' }), text).to.deep.equal([]);
      expect(await find(text, { platformId: 'other' }), text).to.deep.equal([theirs]);
    }
    expect(await find(theirs)).to.deep.equal([]);
    expect(await find(ours, { sellerId: 'seller-1' })).to.deep.equal([]);
  });

  it('tells nothing by documents and phones to who may not see them', async () => {
    expect(await find('529.982.247-25', {}, false)).to.deep.equal([]);
    expect(await find('11987654321', {}, false)).to.deep.equal([]);
    expect(await find('marina 52998224725', {}, false)).to.deep.equal([]);
    expect(await find('marina', {}, false)).to.have.lengthOf(1);
  });

  it('goes through the pages within the other filters, newest first, each sale once', async () => {
    const bought: string[] = [];
    for (let sale = 0; sale < 7; sale += 1) {
      const email = `paula.${sale}@example.com`;
      const method = sale % 2 === 0 ? 'PIX' : 'BILLET';
      // Some on one day, others months apart.
      history.wait(sale > 2 ? sale * 20 * 86_400 : 0);
      bought.unshift(await buy({ name: `Paula Paginada`, email }, { method }));
    }
    expect(await find('paula', { method: 'PIX' })).to.have.lengthOf(4);
    expect(await find('paula', { status: 'APPROVED' })).to.deep.equal([]);
    const filters = { platformId: 'demo' };
    const prepared = (text: string) =>
      prepareSearch(vault, { ...filters, text, isWithNumbers: true });
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 4; page += 1) {
      const found = await findSales(world.pool, filters, prepared('paula'), { limit: 3, cursor });
      seen.push(...found.items.map(({ paymentId }) => paymentId));
      // A sale inserted meanwhile neither hides nor repeats another.
      if (page === 0) await buy({ name: 'Paula Nova', email: 'paula.nova@example.com' });
      if (found.nextCursor === null) break;
      cursor = found.nextCursor;
      expect(Buffer.from(cursor, 'base64url').toString()).to.not.include('paula');
    }
    expect(seen).to.deep.equal(bought);
    const other = await findSales(world.pool, filters, prepared('marina'), {
      limit: 3,
      cursor,
    }).catch((error: unknown) => error);
    expect(other).to.be.instanceOf(InvalidCursor);
  });

  it('answers whatever is typed', async () => {
    for (const text of ['%', '_', 'a', '%%%', '\u0000', "'; DROP TABLE search.entry; --", '🙂']) {
      expect(await find(text), JSON.stringify(text)).to.deep.equal([]);
    }
    expect(await find('palavra '.repeat(200))).to.deep.equal([]);
    expect(await find('x1'.repeat(5_000))).to.deep.equal([]);
    expect(await find(Array.from({ length: 60 }, (_, n) => `a${n}`).join(' '))).to.deep.equal([]);
  });

  const rows = async (): Promise<readonly string[]> => {
    const { rows: found } = await world.pool.query<{ text: string }>(
      'SELECT entry::text AS text FROM search.entry AS entry ORDER BY record',
    );
    return found.map(({ text }) => text);
  };

  /** Rebuilds the index from nothing, as after a change of the indexer's version. */
  const makeAgain = async (): Promise<void> => {
    await index.stop();
    await world.pool.query('UPDATE search.progress SET version = version - 1');
    expect(await isSearchComplete(world.pool)).to.equal(false);
    index = startIndex();
    await indexed();
  };

  it('is made again from the log to identical rows, and holds no words', async () => {
    const before = await rows();
    expect(before).to.have.length.above(12);
    expect(before.join()).to.not.match(/marina|52998224725|11987654321/i);
    await makeAgain();
    expect(await rows()).to.deep.equal(before);
  });

  it('finds nothing of the person any more once they were erased, nor after it was made again', async () => {
    const dora = { name: 'Dora Esquecida', email: 'dora@example.com', phone: '21987650123' };
    const paymentId = await buy({ ...dora, document: '39053344705' });
    const subject = await vault.subjectFor({ platformId: 'demo', email: dora.email });
    await vault.destroy([{ subject, class: 'contact' }]);
    expect(await find('dora@example.com')).to.deep.equal([]);
    expect(await find('21987650123')).to.deep.equal([]);
    expect(await find('dora'), 'the law holds the name').to.deep.equal([paymentId]);
    await vault.destroy([{ subject, class: 'fiscal' }]);
    for (const text of ['dora', 'esquecida', '390.533.447-05']) {
      expect(await find(text), text).to.deep.equal([]);
    }
    expect(await find(paymentId)).to.deep.equal([paymentId]);
    const before = await rows();
    await makeAgain();
    expect(await rows()).to.deep.equal(before);
    expect(await find('dora')).to.deep.equal([]);
  });

  it('does not take in a person whose keys another process destroyed meanwhile', async () => {
    const lia = { name: 'Lia Apressada', email: 'lia@example.com' };
    const buyer = await buyerOf(lia, 'demo');
    const elsewhere = await createVault({ pool: world.pool, masterKeys });
    const { subject } = buyer.identity;
    await elsewhere.destroy([
      { subject, class: 'fiscal' },
      { subject, class: 'contact' },
    ]);
    expect(await vault.decrypt(buyer.identity), 'this one still has the key').to.not.equal(
      undefined,
    );
    const paymentId = history.purchase({ buyer });
    await world.happen(history);
    await indexed();
    expect(await find('lia')).to.deep.equal([]);
    expect(await find('lia@example.com')).to.deep.equal([]);
    expect(await find(paymentId)).to.deep.equal([paymentId]);
  });
});
