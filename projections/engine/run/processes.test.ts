import { expect } from 'chai';
import pg from 'pg';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { leadAlone, createLeases, type RunAsLeader, type Leases } from '#/ledger/leases/leases.ts';
import { openPostgresLeases } from '#/ledger/leases/postgres.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import type { ChangeFeed, Notification } from './change-feed.ts';
import { openChangeFeed } from './postgres-changes.ts';
import {
  defineProjection,
  type Change,
  type Projection,
} from '#/projections/engine/define/define-projection.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections, type RunningProjections } from './runner.ts';
import { sales } from '#/projections/sales.ts';
import { sellerBalance } from '#/projections/seller-balance.ts';
import { keyed, text } from '#/projections/engine/define/table.ts';
import { appendAll, History } from '#/projections/testing/history.ts';

const noteTable = keyed({
  name: 'note',
  columns: { paymentId: text, title: text },
  key: ['paymentId'],
});

const notes = (version: number): Projection =>
  defineProjection({
    name: 'notes',
    version,
    tables: { note: noteTable },
    keys: ({ aggregateId }, { note }) => note.creates(aggregateId),
    on: {
      PaymentRequested: ({ aggregateId: paymentId, data: { title } }, rows) => {
        if (title === 'unfoldable') throw new Error('this title makes no row');
        rows.note.put({ paymentId, title });
      },
    },
    topics: {
      kinds: ['note'],
      of: { note: (row) => [{ topic: `note:${row.paymentId}`, data: row.title }] },
    },
  });

interface Process {
  readonly running: RunningProjections;
  readonly changes: Change[];
  readonly stop: () => Promise<void>;
}

/** Updates that clients received since their last `resync`. */
const deltas = (changes: readonly Change[]): readonly unknown[] =>
  changes
    .slice(changes.findLastIndex(({ type }) => type === 'resync') + 1)
    .map((change) => (change.type === 'delta' ? [change.topic, change.position, change.data] : []));

describe('Read models in several processes', () => {
  let store: EventStore;
  let history: History;
  let database: TestDatabase;
  let stops: (() => Promise<void>)[];

  beforeEach(async () => {
    store = createMemoryStore();
    history = new History();
    database = await testDatabase();
    stops = [];
  });
  afterEach(async () => {
    for (const stop of stops.toReversed()) await stop();
    await database.drop();
  });

  const connect = (): pg.Pool => {
    const pool = new pg.Pool({ connectionString: database.url, max: 10 });
    pool.on('error', () => undefined);
    return pool;
  };

  const open = async (
    projections: readonly Projection[],
    lead?: (leases: Leases) => RunAsLeader,
  ): Promise<Process> => {
    const pool = connect();
    const leases = createLeases({
      sessions: await openPostgresLeases(pool),
      onFailure: () => undefined,
      lastsMs: 1_000,
    });
    const changes: Change[] = [];
    const running = await startProjections({
      store,
      ...(await readModelsIn(pool)),
      projections,
      changes: (received) => changes.push(...received),
      lead: lead?.(leases) ?? leases.leaderOf('projections'),
    });
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> =>
      (stopped ??= (async () => {
        await running.stop();
        await leases.stop();
        await pool.end();
      })());
    stops.push(stop);
    return { running, changes, stop };
  };

  const sell = async (count: number, title?: string): Promise<Position> => {
    for (let sale = 0; sale < count; sale += 1) {
      const paymentId = history.purchase(title === undefined ? {} : { title });
      history.submit(paymentId);
      history.report(paymentId, 'APPROVED');
    }
    await appendAll(store, history.take());
    const head = await store.head();
    if (head === undefined) throw new Error('something was appended');
    return head;
  };
  const reached = (process: Process, position: Position, ...names: readonly string[]) =>
    process.running.waitFor(position, names, 10_000);
  /** Opens two processes: the first applies the events, and the second has received a `resync`. */
  const openTwo = async (all: readonly Projection[]) => {
    const first = await open(all);
    await reached(first, await sell(1), ...all.map(({ name }) => name));
    const second = await open(all);
    await eventually(() => second.changes.find(({ type }) => type === 'resync'), 'a resync');
    return [first, second] as const;
  };
  const isSound = async (projections: readonly Projection[]): Promise<boolean> => {
    const pool = connect();
    const compared = await rebuild({ store, pool, projections, flips: false });
    await pool.end();
    return compared.every(({ equal }) => equal === true);
  };

  it('send the same changes in the same order to the clients of each process', async () => {
    const [first, second] = await openTwo([sellerBalance, sales]);
    const from = first.changes.length;
    const head = await sell(40);
    for (const process of [first, second]) {
      expect(await reached(process, head, 'seller-balance', 'sales')).to.equal(true);
    }
    const reported = deltas(first.changes.slice(from));
    expect(reported).to.have.length.greaterThan(40);
    const isAllThere = () => deltas(second.changes).length === reported.length || undefined;
    await eventually(isAllThere, 'all changes');
    const byTopic = (some: readonly unknown[]) =>
      Map.groupBy(some, (each) => String(each).split(',')[0]);
    expect(byTopic(deltas(second.changes))).to.deep.equal(byTopic(reported));
    expect(second.running.health()).to.deep.equal(first.running.health());
  });

  it('are updated by another process when the updating process stops', async () => {
    const first = await open([sales]);
    const second = await open([sales]);
    await sell(5);
    await first.stop();
    const between = await sell(5);
    expect(await reached(second, between, 'sales')).to.equal(true);
    const third = await open([sales]);
    await second.stop();
    expect(await reached(third, await sell(5), 'sales')).to.equal(true);
    expect(await isSound([sales])).to.equal(true);
  });

  it('apply every event once even while two processes update them', async () => {
    const [first, second] = [
      await open([sales], () => leadAlone),
      await open([sales], () => leadAlone),
    ];
    for (let round = 0; round < 10; round += 1) await sell(3);
    const head = await sell(1);
    for (const process of [first, second]) {
      expect(await reached(process, head, 'sales')).to.equal(true);
    }
    expect(await isSound([sales])).to.equal(true);
  });

  it('send a resync to the clients of each process after a rebuild', async () => {
    const [first, second] = await openTwo([notes(1)]);
    const pool = connect();
    const before = [first, second].map(({ changes }) => changes.length);
    await rebuild({ store, pool, projections: [notes(1)] });
    await pool.end();
    await second.running.refresh();
    const seen = ({ running }: Process) => running.health()[0]?.generation === 2 || undefined;
    await eventually(() => seen(first), 'the one that keeps it up sees it');
    const head = await sell(1, 'after');
    for (const [index, process] of [first, second].entries()) {
      expect(await reached(process, head, 'notes')).to.equal(true);
      const since = process.changes.slice(before[index]).map(({ type }) => type);
      expect(since).to.deep.equal(['resync', 'delta']);
    }
  });

  it('are taken over by the process with the newer projection version', async () => {
    const old = await open([notes(1)]);
    const renewed = await open([notes(2)]);
    await eventually(
      () => old.running.health()[0]?.status === 'superseded' || undefined,
      'it knows',
    );
    expect(await reached(renewed, await sell(1), 'notes')).to.equal(true);
  });

  it('are reported as degraded, with the error, by each process', async () => {
    const first = await open([notes(1)]);
    const second = await open([notes(1)]);
    await sell(1, 'unfoldable');
    for (const { running } of [first, second]) {
      const isParked = () => running.health()[0]?.status === 'degraded' || undefined;
      await eventually(isParked, 'it is parked');
      expect(running.health()[0]?.error).to.contain('this title makes no row');
    }
  });
});

describe('Change feed between processes', () => {
  const cutOff =
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()';

  const position = '00000000000000000007' as Position;
  const moved = (
    topics: readonly { readonly topic: string; readonly data: unknown }[],
  ): Parameters<ChangeFeed['notify']>[0] => ({
    kind: 'moved',
    name: 'notes',
    position,
    topics,
    isWhole: true,
  });

  it('delivers changes in order, long ones in parts, and a change that is too large as resync', async () => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    const received: Notification[] = [];
    const own: Notification[] = [];
    const sender = await openChangeFeed(pool, (reported) => own.push(reported));
    const receiver = await openChangeFeed(pool, (reported) => received.push(reported));
    const many = Array.from({ length: 100 }, (_, index) => {
      return { topic: `note:${index}`, data: 'ã'.repeat(150) };
    });
    const huge = { topic: 'note:huge', data: 'x'.repeat(9_000) };
    sender.notify(moved([...many, huge]));
    sender.notify({ kind: 'look' });
    await eventually(() => received.at(-1)?.kind === 'look' || undefined, 'the last arrives');
    const parts = received.filter((reported) => reported.kind === 'moved');
    expect(parts.flatMap(({ topics }) => topics)).to.deep.equal(many);
    expect(parts.length).to.be.greaterThan(3);
    expect(parts.map(({ isWhole }) => isWhole)).to.deep.equal(
      parts.map((each) => each === parts.at(-1)),
    );
    expect(received.at(-2)).to.deep.equal({ kind: 'resync', name: 'notes' });
    expect(own).to.deep.equal([]);
    await Promise.all([sender.close(), receiver.close()]);
    await pool.end();
    await database.drop();
  });

  it('reports a gap after its connection was lost', async () => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => undefined);
    const received: Notification[] = [];
    const feed = await openChangeFeed(pool, (reported) => received.push(reported));
    const admin = new pg.Client(database.url);
    await admin.connect();
    await admin.query(cutOff);
    await eventually(() => received.some(({ kind }) => kind === 'gap') || undefined, 'it is known');
    await admin.end();
    await feed.close();
    await pool.end();
    await database.drop();
  });

  it('keeps no connection when it is closed while it reconnects', async () => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    const lost = new Promise((resolve) => pool.once('remove', resolve));
    pool.on('error', () => undefined);
    const feed = await openChangeFeed(pool, () => undefined);
    const admin = new pg.Client(database.url);
    await admin.connect();
    await admin.query(cutOff);
    await admin.end();
    await lost;
    await feed.close();
    // A connection attempt still under way would be served before this query.
    await pool.query('SELECT 1');
    expect(pool.idleCount).to.equal(pool.totalCount);
    await pool.end();
    await database.drop();
  });
});
