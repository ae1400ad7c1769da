import { expect } from 'chai';
import { readCheckpoints } from '#/projections/engine/tables/checkpoint-table.ts';
import { sales } from '#/projections/sales.ts';
import { getSellerBalance, sellerBalance } from '#/projections/seller-balance.ts';
import { sell } from '#/projections/testing/sell.ts';
import { projectionWorld, type ProjectionWorld } from '#/projections/testing/projection-world.ts';
import { rebuild, RebuildDiffers } from './rebuild.ts';

describe('Rebuild of a read model whose live rows differ', () => {
  let world: ProjectionWorld;

  afterEach(() => world.close());

  it('reports no row as missing that both generations have, also when many others are missing before it', async () => {
    world = await projectionWorld([sales]);
    await world.happen(sell(7));
    const { store, pool } = world;
    await pool.query(`DELETE FROM read.sale WHERE payment_id IN
      (SELECT payment_id FROM read.sale ORDER BY payment_id LIMIT 5)`);
    await pool.query('UPDATE read.sale SET amount = amount + 1');
    const error = await rebuild({ store, pool, projections: [sales] }).catch(
      (failure: unknown) => failure,
    );
    if (!(error instanceof RebuildDiffers)) return expect.fail(String(error));
    const ofSales = error.differences.filter(({ table }) => table === 'sale');
    expect(ofSales.map(({ column, live }) => [column, live])).to.deep.equal(
      Array.from({ length: 5 }, () => [null, null]),
    );
  });

  it('reports a row that was tampered with, and keeps the live generation unchanged', async () => {
    world = await projectionWorld([sellerBalance]);
    await world.happen(sell(4));
    const { store, pool } = world;
    await pool.query(
      "UPDATE seller_balance_g1.seller_balance SET available = 1 WHERE seller_id = 'seller-2'",
    );
    const refused = await rebuild({ store, pool, projections: [sellerBalance] }).catch(
      (error: unknown) => error,
    );
    if (!(refused instanceof RebuildDiffers)) throw new Error('a difference was overlooked');
    expect(refused.message).to.contain('seller-balance.seller_balance');
    expect(refused.differences).to.deep.equal([
      {
        projection: 'seller-balance',
        table: 'seller_balance',
        key: ['seller-2'],
        column: 'available',
        live: 1,
        rebuilt: 0,
      },
    ]);
    expect(
      (await readCheckpoints(pool, ['seller-balance'])).map(({ generation, status }) => [
        generation,
        status,
      ]),
    ).to.deep.equal([[1, 'live']]);
    expect((await getSellerBalance(pool, 'seller-2'))?.available).to.equal(1);
  });
});
