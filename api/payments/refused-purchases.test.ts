import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';
import { openRefusedPurchases } from './refused-purchases.ts';

describe('Rejected purchases', () => {
  let product: Product;
  let log: pg.Pool;

  before(async function () {
    this.timeout(60_000);
    product = await startProduct(0, { log: 'postgres' });
    log = new pg.Pool({ connectionString: product.databaseUrl, max: 1 });
  });
  after(async () => {
    await log.end();
    await product.stop();
  });

  const attempts = async (): Promise<number> => {
    const { rows } = await log.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ledger.event WHERE stream LIKE 'attempt-%'`,
    );
    return rows[0]?.count ?? 0;
  };

  const refused = (key: string, cpf: string) =>
    product.refusal(
      'checkout.purchase',
      {
        name: 'Maria da Silva',
        email: 'maria.da.silva@example.com',
        phone: '11987654321',
        offerId: 'demo-ebook',
        paymentMethod: 'PIX',
        cpf,
      },
      { key },
    );

  it('adds no attempts to the event log for rejected purchases', async () => {
    const attemptsBefore = await attempts();
    const all = Array.from({ length: 30 }, () => refused(randomUUID(), '52998224726'));
    const codes = (await Promise.all(all)).map(({ code }) => code);
    expect(new Set(codes)).to.deep.equal(new Set(['buyer/document-invalid']));
    expect(await attempts()).to.equal(attemptsBefore);
  });

  it('rejects a purchase again under the same idempotency key, which no other purchase may reuse', async () => {
    const key = randomUUID();
    const first = await refused(key, '52998224726');
    expect((await refused(key, '52998224726')).code).to.equal(first.code);
    expect((await refused(key, '52998224725')).code).to.equal('idempotency/key-reused');
  });
});

describe('openRefusedPurchases', () => {
  it('drops the oldest rejections, so that the table stays small', async () => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    const refusals = await openRefusedPurchases(pool, 10);
    const ids = Array.from({ length: 30 }, () => randomUUID());
    for (const id of ids) {
      await refusals.keep(id, { request: 'digest', code: 'offer/not-available', details: {} });
    }
    const found = await Promise.all(ids.map((id) => refusals.find(id)));
    const { rows } = await pool.query('SELECT count(*)::int AS count FROM checkout.refusal');
    await pool.end();
    await database.drop();
    expect(rows[0].count).to.be.at.most(20);
    expect(found.at(-1)).to.deep.equal({
      request: 'digest',
      code: 'offer/not-available',
      details: {},
    });
    expect(found[0]).to.equal(undefined);
  });
});
