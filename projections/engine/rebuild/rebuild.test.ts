import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { UnreadableEvent } from '#/ledger/codec.ts';
import fc from 'fast-check';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { RebuildUnderWay } from '#/projections/engine/tables/tables.ts';
import { readCheckpoints } from '#/projections/engine/tables/checkpoint-table.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { readTrialBalance } from '#/projections/journal.ts';
import { loadFrom, type LoadGenerations } from './load-generations.ts';
import { rebuild, RebuildDiffers, type RebuildPhase } from './rebuild.ts';
import { projections } from '#/projections/registry.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections } from '#/projections/engine/run/runner.ts';
import { sales } from '#/projections/sales.ts';
import { countSales } from '#/projections/sales-queries.ts';
import { getSellerBalance, sellerBalance } from '#/projections/seller-balance.ts';
import { sell } from '#/projections/testing/sell.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import {
  projectionWorld,
  rowsIn,
  type ProjectionWorld,
} from '#/projections/testing/projection-world.ts';
import { randomHistory } from '#/projections/testing/random-history.ts';
import { sampledRuns } from '#/scripts/testing/sampled.ts';

const names = projections.map(({ name }) => name);

const schemasOf = async ({ pool }: ProjectionWorld): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '_g[0-9]+$' ORDER BY nspname",
  );
  return rows.map(({ name }) => name);
};

describe('Rebuild of read models', () => {
  let world: ProjectionWorld;

  afterEach(() => world.close());

  it('only compares when flips is off, and leaves no schema behind', async () => {
    world = await projectionWorld(projections);
    const { pool, store } = world;
    await world.happen(sell(12));
    const before = [await schemasOf(world), await readCheckpoints(pool, names)];
    const compare = () => rebuild({ store, pool, projections, flips: false });
    expect((await compare()).map(({ equal }) => equal)).to.deep.equal(names.map(() => true));
    expect([await schemasOf(world), await readCheckpoints(pool, names)]).to.deep.equal(before);
    await pool.query(
      'UPDATE read.sale SET amount = amount + 1 WHERE payment_id = (SELECT min(payment_id) FROM read.sale)',
    );
    const failure = await compare().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(RebuildDiffers);
    expect(await schemasOf(world)).to.deep.equal(before[0]);
  });

  it('also compares events that are appended after the load', async () => {
    world = await projectionWorld(projections);
    const { pool, store } = world;
    const history = sell(12);
    await world.happen(history);
    const before = await schemasOf(world);
    const load: LoadGenerations = async (plans, loading) => {
      const loaded = await loadFrom(store)(plans, loading);
      const [paymentId = ''] = history.payments;
      history.concludeRefund(paymentId, history.requestRefund(paymentId), 'SETTLED');
      await world.happen(sell(3, history));
      return loaded;
    };
    const compare = () => rebuild({ store, pool, projections, load, flips: false });
    expect((await compare()).map(({ equal }) => equal)).to.deep.equal(names.map(() => true));
    expect(await schemasOf(world)).to.deep.equal(before);
    await pool.query('UPDATE read.refund SET amount = amount + 1');
    expect(await compare().catch((error: unknown) => error)).to.be.instanceOf(RebuildDiffers);
  });

  it('derives the same rows from any history as live updates, with few or many rows in memory', async () => {
    world = await projectionWorld([]);
    const { pool } = world;
    await fc.assert(
      fc.asyncProperty(randomHistory(), fc.integer({ min: 1, max: 40 }), async (history, rows) => {
        await pool.query('DROP SCHEMA IF EXISTS projections, read CASCADE');
        for (const schema of await schemasOf(world)) {
          await pool.query(`DROP SCHEMA ${schema} CASCADE`);
        }
        const store = createMemoryStore();
        const running = await startProjections({
          store,
          ...(await readModelsIn(pool)),
          projections,
        });
        await appendAll(store, history.take());
        const head = await store.head();
        if (head !== undefined) {
          expect(await running.waitFor(head, names, 10_000)).to.equal(true);
        }
        await running.stop();
        const rebuilt = await rebuild({ store, pool, projections, rowsInMemory: rows });
        expect(rebuilt.map(({ equal }) => equal)).to.deep.equal(names.map(() => true));

        const balance = await readTrialBalance(pool, {
          platformId: 'demo',
          from: '2026-01-01',
          to: '2030-01-01',
        });
        for (const { debits, credits } of balance.totals) expect(debits).to.equal(credits);
        expect(balance.lines.reduce((total, { closing }) => total + closing, 0)).to.equal(0);
        for (const seller of history.sellers) {
          const account = history.accountOf(seller);
          const row = await getSellerBalance(pool, seller);
          if (account.status !== 'OPEN') expect(row).to.equal(undefined);
          else {
            const { available, held, pending } = account;
            expect(row).to.include({ available, held });
            expect(row?.pendingByDay).to.deep.equal(
              [...pending].toSorted(([a], [b]) => (a < b ? -1 : 1)),
            );
            const closingOf = (name: string): number =>
              balance.lines.find(({ account: at }) => at === `receiver:${seller}:BRL:${name}`)
                ?.closing ?? 0;
            expect(row?.pending).to.equal(closingOf('pending'));
            expect(available).to.equal(closingOf('available'));
            expect(held).to.equal(closingOf('held'));
          }
        }
      }),
      sampledRuns(16),
    );
  }).timeout(60_000);

  it('switches to the new generation without losing events that are appended meanwhile', async () => {
    world = await projectionWorld(projections);
    const { store, pool, running } = world;
    const history = new History();
    await world.happen(sell(30, history));
    const phases = new Set<RebuildPhase>();
    let appending = Promise.resolve();
    const rebuilding = rebuild({
      store,
      pool,
      projections,
      onProgress: ({ phase }) => {
        if (phases.has(phase)) return;
        phases.add(phase);
        const newEvents = sell(20, history).take();
        appending = appending.then(() => appendAll(store, newEvents));
      },
    });
    const rebuilt = await rebuilding;
    await appending;
    await world.happen(sell(5, history));
    expect([...phases]).to.include.members(['reading', 'verifying', 'flipped']);
    expect(rebuilt.every(({ equal, generation }) => equal === true && generation === 2)).to.equal(
      true,
    );
    expect(
      running.health().map(({ generation, status }) => `${generation} ${status}`),
    ).to.deep.equal(names.map(() => '2 live'));
    const sold = history.payments.length;
    expect(await countSales(pool, { platformId: 'demo' })).to.equal(sold);
    expect(world.changes.some(({ type }) => type === 'resync')).to.equal(true);
    const repeated = await rebuild({ store, pool, projections });
    expect(repeated.every(({ equal }) => equal === true)).to.equal(true);
  }).timeout(30_000);

  it('keeps the previous generation and drops older ones', async () => {
    world = await projectionWorld([sellerBalance]);
    await world.happen(sell(2));
    const { store, pool } = world;
    for (let time = 0; time < 3; time += 1) {
      await rebuild({ store, pool, projections: [sellerBalance] });
    }
    expect(await schemasOf(world)).to.deep.equal(['seller_balance_g3', 'seller_balance_g4']);
    const rows = await readCheckpoints(pool, ['seller-balance']);
    expect(rows.map(({ status }) => status)).to.deep.equal(['retired', 'live']);
  });

  it('fails at an event of an unknown type', async () => {
    world = await projectionWorld([sellerBalance]);
    await world.happen(sell(2));
    const { store, pool } = world;
    const [happened] = sell(1).take();
    if (happened === undefined) throw new Error('nothing happened');
    const event = { ...happened.event, id: randomUUID(), type: 'ComesLater' };
    await store.append('later-1', [event], { expected: 'no_stream' });
    const refused = await rebuild({ store, pool, projections: [sellerBalance] }).catch(
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(UnreadableEvent);
    expect(await schemasOf(world)).to.deep.equal(['seller_balance_g1']);
  });

  it('leaves nothing behind when it is aborted, in any of its phases', async () => {
    world = await projectionWorld(projections);
    await world.happen(sell(40));
    const { store, pool } = world;
    const before = await schemasOf(world);
    for (const phase of ['reading', 'indexing', 'catching-up', 'verifying'] as const) {
      const abort = new AbortController();
      const outcome = await rebuild({
        store,
        pool,
        projections,
        signal: abort.signal,
        onProgress: (progress) => {
          if (progress.phase === phase) abort.abort(new Error('enough'));
        },
      }).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(Error).with.property('message', 'enough');
      expect(await schemasOf(world)).to.deep.equal(before);
      const rows = await readCheckpoints(pool, names);
      expect(rows.map(({ status }) => status)).to.deep.equal(names.map(() => 'live'));
    }
  }).timeout(30_000);

  it('is rejected while another rebuild of the same read model is running', async () => {
    world = await projectionWorld([sellerBalance]);
    await world.happen(sell(4));
    const { store, pool } = world;
    const rebuilding = { store, pool, projections: [sellerBalance] };
    let second: unknown;
    const first = await rebuild({
      ...rebuilding,
      // The first rebuild is still loading until the second has failed or finished.
      load: async (...loading) => {
        second = await rebuild(rebuilding).catch((error: unknown) => error);
        return loadFrom(store)(...loading);
      },
    });
    expect(second).to.be.instanceOf(RebuildUnderWay);
    expect(first).to.have.length(1);
    expect(await schemasOf(world)).to.include('seller_balance_g2');
  });

  it('runs at start when the version of a projection has changed', async () => {
    world = await projectionWorld([sales]);
    await world.happen(sell(3));
    await world.running.stop();
    const { store, pool } = world;
    const version = sales.version + 1;
    const renewed: Projection = { ...sales, version };
    const running = await startProjections({
      store,
      ...(await readModelsIn(pool)),
      projections: [renewed],
    });
    expect(running.health()[0]).to.include({ version, generation: 2, status: 'live' });
    await running.stop();
    const [sale] = Object.values(sales.tables);
    if (sale === undefined) throw new Error('sales have a table');
    expect(await rowsIn(pool, sales, 2, sale)).to.deep.equal(await rowsIn(pool, sales, 1, sale));
  });
});
