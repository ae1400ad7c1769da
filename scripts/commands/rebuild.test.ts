import { expect } from 'chai';
import pg from 'pg';
import { openStore } from '#/api/composition/store.ts';
import { sellerBalance } from '#/projections/seller-balance.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections } from '#/projections/engine/run/runner.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { runScript, type ScriptEnd } from '#/scripts/testing/run-script.ts';

describe('npm run rebuild', function () {
  this.timeout(30_000);
  let database: TestDatabase;

  const rebuild = (...args: readonly string[]): Promise<ScriptEnd> =>
    runScript('rebuild', args, { DATABASE_URL: database.url });

  beforeEach(async () => {
    database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    const store = await openStore({ databaseUrl: database.url });
    const history = new History();
    history.report(history.purchase(), 'APPROVED');
    await appendAll(store, history.take());
    await (
      await startProjections({ store, ...(await readModelsIn(pool)), projections: [sellerBalance] })
    ).stop();
    await store.close();
    await pool.end();
  });
  afterEach(() => database.drop());

  it('switches to a new generation, back to the old one and on to another, and reports each switch', async () => {
    const forward = await rebuild('seller-balance');
    expect(forward.output).to.include('generation 2 is live, equal to what was live');
    const back = await rebuild('--back', 'seller-balance');
    expect(back.output).to.include('seller-balance: generation 1 is live again');
    const next = await rebuild('seller-balance');
    expect(next.output).to.include('generation 3 is live, equal to what was live');
    expect([forward.code, back.code, next.code]).to.deep.equal([0, 0, 0]);
  });

  it('reports in one sentence that there is no earlier generation to go back to', async () => {
    const { code, output } = await rebuild('--back', 'seller-balance');
    const [last] = output.trim().split('\n').toReversed();
    expect(last).to.equal('There is no generation of seller-balance before the live one.');
    expect(code).to.equal(1);
  });

  it('reports that an empty database has no read models yet', async () => {
    const empty = await testDatabase();
    const { code, output } = await runScript('rebuild', ['--list'], { DATABASE_URL: empty.url });
    expect([code, output.trim()]).to.deep.equal([
      0,
      'There is no read model yet: the first start makes them.',
    ]);
    await empty.drop();
  });

  it('lists every generation with its status, lag and size', async () => {
    await rebuild('seller-balance');
    const { code, output } = await rebuild('--list');
    expect(code, output).to.equal(0);
    const rows = output.split('\n').filter((line) => line.includes("'seller-balance'"));
    const cells = rows.map((row) => row.split('│').map((cell) => cell.trim()));
    expect(cells.map((row) => row.slice(3, 7))).to.deep.equal([
      ['1', `${sellerBalance.version}`, "'retired'", '0'],
      ['2', `${sellerBalance.version}`, "'live'", '0'],
    ]);
    for (const row of cells) expect(Number(row[7])).to.be.greaterThan(0);
  });
});

describe('npm run rebuild while the product runs', function () {
  this.timeout(60_000);
  let product: Product;
  let client: pg.Client;

  before(async () => {
    product = await startProduct(0);
    client = new pg.Client({ connectionString: product.databaseUrl });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await product.stop();
  });

  const sell = async (): Promise<string> => {
    const buyer = { name: 'Maria da Silva', email: 'maria@example.com', phone: '11987654321' };
    const request = {
      ...buyer,
      cpf: '52998224725',
      offerId: 'demo-ebook',
      paymentMethod: 'PIX',
    } as const;
    const { paymentId, payment } = await product.ask('checkout.purchase', request);
    await product.pay(payment);
    return paymentId;
  };
  const rows = async () => (await client.query('SELECT * FROM read.sale ORDER BY payment_id')).rows;

  it('rebuilds identical rows, and the product writes new sales to the new generation', async () => {
    const cookie = await product.signIn(people.admin.email);
    const isListed = async (paymentId: string) => {
      const { items } = await product.ask('admin.listSales', {}, { cookie });
      return items.some((each) => each.paymentId === paymentId && each.status === 'APPROVED')
        ? true
        : undefined;
    };
    const first = await sell();
    await eventually(() => isListed(first), 'the sale is listed');
    const before = await rows();
    const { code, output } = await runScript('rebuild', ['all'], product.environment);
    expect(code, output).to.equal(0);
    expect(output).to.include('sales: generation 2 is live, equal to what was live');
    expect(await rows()).to.deep.equal(before);
    const second = await sell();
    await eventually(() => isListed(second), 'the sale after it is listed');
    const { rows: written } = await client.query(
      'SELECT count(*)::int AS count FROM sales_g2.sale',
    );
    expect(written).to.deep.equal([{ count: 2 }]);
  });
});

describe('npm run seals', function () {
  this.timeout(60_000);

  it('reports that an empty log has no seals, and the last seal of a sealed log', async () => {
    const empty = await testDatabase();
    const none = await runScript('seals', [], { DATABASE_URL: empty.url });
    expect(none.output).to.include('nothing is sealed yet').and.to.include('0 events');
    await empty.drop();
    const product = await startProduct(0);
    const { output } = await eventually(async () => {
      const end = await runScript('seals', [], product.environment);
      return end.code === 0 && end.output.includes('Last seal      #') ? end : undefined;
    }, 'the log is sealed');
    expect(output).to.match(
      /Public key     [0-9a-f]{64}\nFirst key      [0-9a-f]{64}: to be published\nNot sealed yet \d+ events/,
    );
    await product.stop();
  });
});
