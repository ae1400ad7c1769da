import { expect } from 'chai';
import type { Position } from '#/ledger/event-store.ts';
import { accountStatement } from '#/projections/account-statement.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections } from './runner.ts';
import { journal } from '#/projections/journal.ts';
import { sales } from '#/projections/sales.ts';
import { sellerBalance } from '#/projections/seller-balance.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { notes } from '#/projections/testing/notes.ts';
import { projectionWorld, type ProjectionWorld } from '#/projections/testing/projection-world.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const others = [sales, sellerBalance, accountStatement, journal];

const sell = (history: History, title = 'Camiseta'): History => {
  const paymentId = history.purchase({ title });
  history.submit(paymentId);
  history.report(paymentId, 'APPROVED');
  return history;
};

/** Appends the next events of the history, and returns whether these read models include them in time. */
const appendAndWait = async (
  { store, running }: ProjectionWorld,
  history: History,
  names: readonly string[],
): Promise<boolean> => {
  await appendAll(store, history.take());
  const head = (await store.head()) ?? ('' as Position);
  return running.waitFor(head, names, 20_000);
};

const namesOf = (projections: readonly { readonly name: string }[]): readonly string[] =>
  projections.map(({ name }) => name);

/** Returns how many transactions made the last moves of the checkpoints: one if all read models were moved together. */
const countTransactions = async ({ pool }: ProjectionWorld): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(DISTINCT xmin::text)::int AS count FROM projections.checkpoint
      WHERE status = 'live'`,
  );
  return rows[0]?.count ?? 0;
};

const untilRejoined = (world: ProjectionWorld, history: History): Promise<true> =>
  eventually(async () => {
    await world.happen(sell(history));
    return (await countTransactions(world)) === 1 ? true : undefined;
  }, 'all read models are moved by one transaction again');

describe('the read models that follow the log together', () => {
  let world: ProjectionWorld;

  afterEach(() => world.close());

  it('are moved by one transaction, those that a batch changes and those that it does not', async () => {
    world = await projectionWorld([...others, notes]);
    const history = new History();
    await world.happen(sell(history));
    await world.happen(sell(history));
    expect(await countTransactions(world)).to.equal(1);
  });

  it('go on while the table of one is locked, which catches up and joins again', async () => {
    world = await projectionWorld([...others, notes]);
    const history = new History();
    await world.happen(sell(history));
    const locker = await world.pool.connect();
    await locker.query('BEGIN; LOCK TABLE notes_g1.note IN ACCESS EXCLUSIVE MODE');
    for (let sale = 0; sale < 3; sale += 1) {
      expect(await appendAndWait(world, sell(history), namesOf(others))).to.equal(true);
    }
    const head = (await world.store.head()) ?? '';
    expect((world.running.positions().get('notes') ?? '') < head).to.equal(true);
    await locker.query('COMMIT');
    locker.release();
    await untilRejoined(world, history);
    const { rows } = await world.pool.query('SELECT FROM read.note');
    const { rows: all } = await world.pool.query('SELECT FROM read.sale');
    expect(rows.length).to.equal(all.length);
  });

  it('go on while the checkpoint of one is locked', async () => {
    world = await projectionWorld([...others, notes]);
    const history = new History();
    await world.happen(sell(history));
    const locker = await world.pool.connect();
    await locker.query("BEGIN; SELECT FROM projections.checkpoint WHERE name = 'notes' FOR UPDATE");
    expect(await appendAndWait(world, sell(history), namesOf(others))).to.equal(true);
    await locker.query('COMMIT');
    locker.release();
    await untilRejoined(world, history);
  });

  it('go on without one that throws, and write nothing of that batch for it', async () => {
    world = await projectionWorld([...others, notes]);
    const history = sell(sell(sell(new History(), 'a'), 'unfoldable'), 'b');
    expect(await appendAndWait(world, history, namesOf(others))).to.equal(true);
    await world.stopped('notes');
    const { rows } = await world.pool.query('SELECT title FROM read.note');
    expect(rows).to.deep.equal([{ title: 'a' }]);
    expect(await appendAndWait(world, sell(history), namesOf(others))).to.equal(true);
  });

  it('miss no event when one that is ahead, or behind, joins', async () => {
    world = await projectionWorld([...others, notes]);
    const history = new History();
    await world.happen(sell(history));
    await world.running.stop();
    // As if a process had been killed before it committed `notes`.
    await world.pool.query('DELETE FROM notes_g1.note');
    await world.pool.query("UPDATE projections.checkpoint SET position = '' WHERE name = 'notes'");
    await appendAll(world.store, sell(history).take());
    const { store, pool } = world;
    const restarted = await startProjections({
      store,
      ...(await readModelsIn(pool)),
      projections: [...others, notes],
    });
    const head = (await world.store.head()) ?? ('' as Position);
    expect(await restarted.waitFor(head, [...namesOf(others), 'notes'], 20_000)).to.equal(true);
    await restarted.stop();
    const { rows } = await world.pool.query('SELECT FROM read.note');
    expect(rows.length).to.equal(2);
  });

  it('follow the log again when the only read model, which was parked, has been rebuilt', async () => {
    world = await projectionWorld([notes]);
    const history = sell(new History(), 'unfoldable');
    await appendAll(world.store, history.take());
    await world.stopped('notes');
    const { store, pool } = world;
    const on = { ...notes.on, PaymentRequested: () => undefined };
    await rebuild({ store, pool, projections: [{ ...notes, on }] });
    await world.running.refresh();
    await world.happen(sell(history));
    const { rows } = await pool.query('SELECT FROM read.note');
    expect(rows.length).to.equal(1);
  });
});
