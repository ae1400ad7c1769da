import { expect } from 'chai';
import pg from 'pg';
import { cents } from '#/domain/values/money.ts';
import type { Position } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { defineProjection } from '#/projections/engine/define/define-projection.ts';
import { Fenced, Generation } from './generation.ts';
import { tablesIn } from '#/projections/engine/tables/postgres.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections } from './runner.ts';
import { sales } from '#/projections/sales.ts';
import { getSellerBalance, sellerBalance } from '#/projections/seller-balance.ts';
import { keyed, text } from '#/projections/engine/define/table.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import {
  projectionWorld,
  rowsIn,
  type ProjectionWorld,
} from '#/projections/testing/projection-world.ts';

const noteTable = keyed({
  name: 'note',
  columns: { paymentId: text, title: text },
  key: ['paymentId'],
});

/** Fails on the title `unfoldable`. */
const notes = defineProjection({
  name: 'notes',
  version: 1,
  tables: { note: noteTable },
  keys: ({ aggregateId }, { note }) => note.creates(aggregateId),
  on: {
    PaymentRequested: ({ aggregateId: paymentId, data: { title } }, rows) => {
      if (title === 'unfoldable') throw new Error('this title makes no row');
      rows.note.put({ paymentId, title });
    },
  },
});

const titlesOf = async ({ pool }: ProjectionWorld): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ title: string }>(
    'SELECT title FROM read.note ORDER BY title',
  );
  return rows.map(({ title }) => title);
};

const eventsOf = async ({ store }: ProjectionWorld): Promise<readonly RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for await (const batch of store.readAll({})) events.push(...batch.map(decode));
  return events;
};

const purchases = (history: History, titles: readonly string[]): History => {
  for (const title of titles) history.purchase({ title });
  return history;
};

describe('the runner of projections', () => {
  let world: ProjectionWorld;

  afterEach(() => world.close());

  it('lets a reader wait for what was just written', async () => {
    world = await projectionWorld([notes]);
    await appendAll(world.store, purchases(new History(), ['one']).take());
    const head = await world.store.head();
    expect(await world.running.waitFor(head ?? ('' as Position), ['notes'], 5_000)).to.equal(true);
    expect(await titlesOf(world)).to.deep.equal(['one']);
    const future = '99999999999999999999' as Position;
    expect(await world.running.waitFor(future, ['notes'], 10)).to.equal(false);
    // A position in the format of EventStoreDB is of another log, so nothing is waited for.
    const ofAnotherStore = `e:${future}:${future}` as Position;
    expect(await world.running.waitFor(ofAnotherStore, ['notes'], 60_000)).to.equal(true);
  });

  it('tells clients after the commit, once per row however many events changed it', async () => {
    world = await projectionWorld([sellerBalance]);
    await world.running.stop();
    const history = new History();
    for (let sale = 0; sale < 3; sale += 1) {
      const paymentId = history.purchase();
      history.submit(paymentId);
      history.report(paymentId, 'APPROVED');
    }
    await appendAll(world.store, history.take());
    const restarted = await startProjections({
      store: world.store,
      ...(await readModelsIn(world.pool)),
      projections: [sellerBalance],
      changes: (received) => world.changes.push(...received),
    });
    const head = await world.store.head();
    await restarted.waitFor(head ?? ('' as Position), ['seller-balance'], 5_000);
    await restarted.stop();
    const balances = world.changes.filter(({ type }) => type === 'delta');
    expect(balances).to.have.length(1);
    expect(balances[0]).to.deep.include({ topic: 'balance:seller-1', position: head });
    expect(balances[0]).to.deep.nested.include({ 'data.pending': cents(3 * 9_115) });
  });

  it('does not subscribe again once the log is closed', async () => {
    world = await projectionWorld([notes]);
    await world.running.stop();
    const { store } = world;
    let isClosed = false;
    let sinceClosed = 0;
    const counting = storeWith(store, {
      subscribe: (options) => {
        if (isClosed && (sinceClosed += 1) > 100) throw new Error('it loops');
        return store.subscribe(options);
      },
    });
    const restarted = await startProjections({
      store: counting,
      ...(await readModelsIn(world.pool)),
      projections: [notes],
      changes: () => undefined,
    });
    await appendAll(store, purchases(new History(), ['one']).take());
    await restarted.waitFor((await store.head()) ?? ('' as Position), ['notes'], 5_000);
    isClosed = true;
    await store.close();
    await titlesOf(world);
    await restarted.stop();
    expect(sinceClosed).to.equal(0);
  });

  it('handles a batch that is delivered again after a crash only once', async () => {
    world = await projectionWorld([sales]);
    await world.running.stop();
    const history = new History();
    history.report(history.purchase(), 'APPROVED');
    await appendAll(world.store, history.take());
    const events = await eventsOf(world);
    const upTo = events.at(-1)?.position ?? ('' as Position);
    const beginning = { generation: 1, position: '' } as const;
    await new Generation(tablesIn(world.pool), sales, beginning).apply(events, upTo);
    const rows = async () =>
      Promise.all(Object.values(sales.tables).map((each) => rowsIn(world.pool, sales, 1, each)));
    const rowsBefore = await rows();

    const crashed = new Generation(tablesIn(world.pool), sales, beginning);
    const outcome = await crashed.apply(events, upTo).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(Fenced);
    const restarted = new Generation(tablesIn(world.pool), sales, {
      generation: 1,
      position: upTo,
    });
    expect(await restarted.apply(events, upTo)).to.deep.equal({ topics: [] });
    expect(await rows()).to.deep.equal(rowsBefore);
    expect(rowsBefore.flat()).to.have.length(3);
  });

  it('parks a projection at an event it cannot fold, and others go on', async () => {
    world = await projectionWorld([notes, sales]);
    await appendAll(world.store, purchases(new History(), ['a', 'unfoldable', 'b']).take());
    const head = await world.store.head();
    expect(await world.running.waitFor(head ?? ('' as Position), ['sales'], 5_000)).to.equal(true);
    await world.stopped('notes');
    expect(await titlesOf(world)).to.deep.equal(['a']);
    const [parked, live] = world.running.health();
    expect(parked).to.include({ name: 'notes', status: 'degraded' });
    expect(parked?.error).to.match(/PaymentRequested at 0*2 .*this title makes no row/);
    expect(live).to.include({ name: 'sales', status: 'live', position: head });
    expect((await world.running.lag()).get('notes')).to.equal(2);
  });

  it('finds the one event whose row Postgres refuses', async () => {
    world = await projectionWorld([notes]);
    const titles = Array.from({ length: 40 }, (_, index) => `t${String(index).padStart(2, '0')}`);
    await appendAll(world.store, purchases(new History(), titles.with(27, 'nul \0')).take());
    await world.stopped('notes');
    expect(await titlesOf(world)).to.deep.equal(titles.slice(0, 27));
    expect(world.running.health()[0]?.error).to.match(/PaymentRequested at 0*28 /);
  });

  it('tries a parked projection again when the program starts anew', async () => {
    world = await projectionWorld([notes]);
    await appendAll(world.store, purchases(new History(), ['a', 'unfoldable', 'b']).take());
    await world.stopped('notes');
    await world.running.stop();
    const mended = defineProjection({
      name: 'notes',
      version: 1,
      tables: { note: noteTable },
      on: {
        PaymentRequested: ({ aggregateId: paymentId, data: { title } }, rows) =>
          rows.note.put({ paymentId, title }),
      },
      keys: ({ aggregateId }, { note }) => note.creates(aggregateId),
    });
    const { store, pool } = world;
    const restarted = await startProjections({
      store,
      ...(await readModelsIn(pool)),
      projections: [mended],
    });
    const head = await store.head();
    expect(await restarted.waitFor(head ?? ('' as Position), ['notes'], 5_000)).to.equal(true);
    expect(restarted.health()[0]).to.include({ status: 'live', error: null });
    await restarted.stop();
    expect(await titlesOf(world)).to.deep.equal(['a', 'b', 'unfoldable']);
  });

  it('stops before an event that this program does not know', async () => {
    const store = createMemoryStore();
    world = await projectionWorld([notes, sales], store);
    const [first, second, third] = purchases(new History(), ['a', 'b', 'c']).take();
    if (!first || !second || !third) throw new Error('three purchases are three events');
    const unknown = { ...second, event: { ...second.event, type: 'PaymentTeleported' } };
    await appendAll(store, [first, unknown, third]);
    await world.stopped('notes');
    await world.stopped('sales');
    expect(await titlesOf(world)).to.deep.equal(['a']);
    expect(world.running.health()[1]?.error).to.contain('PaymentTeleported');
  });

  it('continues at the position that another process has saved, and writes nothing twice', async () => {
    world = await projectionWorld([notes]);
    const happened = purchases(new History(), ['a', 'b', 'c', 'd']).take();
    await appendAll(world.store, happened.slice(0, 1));
    const first = (await world.store.head()) ?? ('' as Position);
    await world.running.waitFor(first, ['notes'], 5_000);
    // Another session locks the rows that the runner is about to write.
    const other = await world.pool.connect();
    await other.query('BEGIN; SELECT 1 FROM projections.checkpoint FOR UPDATE');
    await appendAll(world.store, happened.slice(1, 3));
    const second = (await world.store.head()) ?? ('' as Position);
    await other.query('UPDATE projections.checkpoint SET position = $1', [second]);
    await other.query("INSERT INTO notes_g1.note VALUES ('b', 'b'), ('c', 'c')");
    await other.query('COMMIT');
    other.release();
    await appendAll(world.store, happened.slice(3));
    const last = (await world.store.head()) ?? ('' as Position);
    expect(await world.running.waitFor(last, ['notes'], 5_000)).to.equal(true);
    expect(await titlesOf(world)).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(world.running.health()[0]).to.include({ status: 'live', position: last });
  });

  it('heals when Postgres drops every connection', async () => {
    world = await projectionWorld([sellerBalance]);
    const history = new History();
    const admin = new pg.Client(world.url);
    await admin.connect();
    for (let round = 0; round < 5; round += 1) {
      history.report(history.purchase(), 'APPROVED');
      const appended = appendAll(world.store, history.take());
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
      );
      await appended;
    }
    await admin.end();
    await world.happen(history);
    const balance = await getSellerBalance(world.pool, 'seller-1');
    expect(balance?.pending).to.equal(5 * 9_115);
    expect(world.running.health()[0]?.status).to.equal('live');
  });
});
