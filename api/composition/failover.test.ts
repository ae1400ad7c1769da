import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openFloating, type FloatingLog } from '#/ledger/testing/floating-postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';

describe('The product after a failover, while the former server still answers', function () {
  this.timeout(120_000);
  let log: FloatingLog;
  let product: Product;
  let dataDir = '';

  const startAt = (databaseUrl: string): Promise<Product> =>
    startProduct(0, { place: { databaseUrl, dataDir } });

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'razao-'));
    log = await openFloating(async (url) => (await startAt(url)).stop());
    product = await startAt(log.floating.url);
  });
  after(async () => {
    await product.stop();
    await log.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('has no connection to the former server, and people sign in on the server that took over', async () => {
    const { email } = people.admin;
    await product.signIn(email);
    expect(await log.left()).to.not.deep.equal([]);
    log.floating.leadTo(log.standby.url);
    await log.cut('razao ledger writer');
    await eventually(
      async () => (await log.left()).length === 0 || undefined,
      'no connection leads to the former server',
    );
    expect(await product.signIn(email)).to.be.a('string');
    expect(await log.left()).to.deep.equal([]);
  });
});
