import { expect } from 'chai';
import { readCheckpoints } from '#/projections/engine/tables/checkpoint-table.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { rollBack, NothingToRollBackTo } from './rollback.ts';
import { rebuild, RebuildDiffers } from './rebuild.ts';
import { projections } from '#/projections/registry.ts';
import { sales } from '#/projections/sales.ts';
import { countSales } from '#/projections/sales-queries.ts';
import { sellerBalance } from '#/projections/seller-balance.ts';
import { sell } from '#/projections/testing/sell.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import {
  projectionWorld,
  rowsIn,
  type ProjectionWorld,
} from '#/projections/testing/projection-world.ts';

const names = projections.map(({ name }) => name);

/** Returns the message of the refused rollback; fails if it was not refused for lack of a generation. */
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const refused = await work.catch((error: unknown) => error);
  if (!(refused instanceof NothingToRollBackTo)) throw new Error('it was not refused');
  return refused.message;
};

describe('Rollback to the previous generation', () => {
  let world: ProjectionWorld;

  afterEach(() => world.close());

  const generations = async () =>
    (await readCheckpoints(world.pool, names)).map(
      ({ name, generation, status }) => `${name} ${generation} ${status}`,
    );

  const eachTable = async (generation: number): Promise<readonly (readonly string[])[]> =>
    Promise.all(
      projections.flatMap((projection) =>
        Object.values(projection.tables).map((table) =>
          rowsIn(world.pool, projection, generation, table),
        ),
      ),
    );

  it('loses no read and no event while sales go on, and can be followed by a rebuild', async () => {
    world = await projectionWorld(projections);
    const { store, pool, running } = world;
    const history = new History();
    await world.happen(sell(20, history));
    await rebuild({ store, pool, projections });
    await running.refresh();
    // Events that the previous generation has to catch up with.
    await world.happen(sell(20, history));
    world.changes.length = 0;

    const failed: unknown[] = [];
    const counts: number[] = [];
    const over = new AbortController();
    const selling = (async () => {
      while (!over.signal.aborted) {
        await appendAll(store, sell(2, history).take());
        await countSales(pool, { platformId: 'demo' }).then(
          (count) => counts.push(count),
          (error: unknown) => failed.push(error),
        );
      }
    })();
    const restored = await rollBack({ store, pool, projections });
    await running.refresh();
    over.abort();
    await selling;
    await world.happen(sell(3, history));

    expect(restored.map(({ name, generation }) => `${name} ${generation}`)).to.deep.equal(
      names.map((name) => `${name} 1`),
    );
    expect(failed).to.deep.equal([]);
    expect(counts, 'no sale was ever unseen').to.deep.equal(counts.toSorted((a, b) => a - b));
    expect(running.health().map(({ generation }) => generation)).to.deep.equal(names.map(() => 1));
    expect(world.changes.some(({ type }) => type === 'resync')).to.equal(true);
    expect(await countSales(pool, { platformId: 'demo' })).to.equal(history.payments.length);
    expect(await generations()).to.have.members(
      names.flatMap((name) => [`${name} 1 live`, `${name} 2 retired`]),
    );

    const rebuilt = await rebuild({ store, pool, projections });
    expect(rebuilt.map(({ equal, generation }) => `${generation} ${equal}`)).to.deep.equal(
      names.map(() => '3 true'),
    );
    expect(await eachTable(3)).to.deep.equal(await eachTable(1));
    // Generation 1 is retained, because it was live before the rebuild, although generation 2 has the higher number.
    expect(await generations()).to.have.members(
      names.flatMap((name) => [`${name} 1 retired`, `${name} 3 live`]),
    );
  }).timeout(60_000);

  it('recovers from rows that were tampered with, which a rebuild refuses to replace', async () => {
    world = await projectionWorld([sellerBalance]);
    const { store, pool, running } = world;
    await world.happen(sell(4));
    await rebuild({ store, pool, projections: [sellerBalance] });
    await running.refresh();
    await pool.query('UPDATE seller_balance_g2.seller_balance SET available = 1');
    const rebuildAgain = () => rebuild({ store, pool, projections: [sellerBalance] });
    expect(await rebuildAgain().catch((error: unknown) => error)).to.be.instanceOf(RebuildDiffers);
    await rollBack({ store, pool, projections: [sellerBalance] });
    await running.refresh();
    const [rebuilt] = await rebuildAgain();
    expect(rebuilt?.equal).to.equal(true);
  });

  it('is rejected when a read model has no previous generation', async () => {
    world = await projectionWorld([sales, sellerBalance]);
    const { store, pool } = world;
    await world.happen(sell(2));
    await rebuild({ store, pool, projections: [sales] });
    const before = await generations();
    expect(
      await refusalOf(rollBack({ store, pool, projections: [sales, sellerBalance] })),
    ).to.equal('There is no generation of seller-balance before the live one.');
    expect(await generations()).to.deep.equal(before);
  });

  it('is rejected when another code version made the previous generation', async () => {
    world = await projectionWorld([sales]);
    const { store, pool } = world;
    await world.happen(sell(2));
    const version = sales.version + 1;
    const renewed: Projection = { ...sales, version };
    await rebuild({ store, pool, projections: [renewed] });
    expect(await refusalOf(rollBack({ store, pool, projections: [renewed] }))).to.match(
      new RegExp(`is of version ${sales.version} of its code, and this program has ${version}`),
    );
  });

  it('changes nothing when it is aborted, and completes a rollback that was killed', async () => {
    world = await projectionWorld([sales]);
    const { store, pool, running } = world;
    const history = new History();
    await world.happen(sell(5, history));
    await rebuild({ store, pool, projections: [sales] });
    await running.refresh();
    await world.happen(sell(5, history));
    const abort = new AbortController();
    const onProgress = () => abort.abort(new Error('enough'));
    const { signal } = abort;
    const outcome = await rollBack({ store, pool, projections: [sales], onProgress, signal }).catch(
      (error: unknown) => error,
    );
    expect(outcome).to.be.instanceOf(Error).with.property('message', 'enough');
    expect(await generations()).to.deep.equal(['sales 1 retired', 'sales 2 live']);
    // The state that a kill in the middle of a rollback leaves.
    await pool.query(
      "UPDATE projections.checkpoint SET status = 'returning' WHERE name = 'sales' AND generation = 1",
    );
    await rollBack({ store, pool, projections: [sales] });
    expect(await generations()).to.deep.equal(['sales 1 live', 'sales 2 retired']);
  });
});
