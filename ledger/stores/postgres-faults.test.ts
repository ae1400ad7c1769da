import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import type { EventStore, Expected, NewEvent } from '#/ledger/event-store.ts';
import type { TestDatabase } from '#/scripts/testing/postgres.ts';
import { firstBrokenLink } from '#/ledger/audit/hash.ts';
import {
  fact,
  facts,
  failureOf,
  follow,
  idsOf,
  newStream,
  readLog,
} from '#/ledger/contract/samples.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { decimalPosition } from './decimal-position.ts';
import { openPostgresStore } from './postgres.ts';
import type { StoreHealth } from './store-health.ts';

interface Answers {
  readonly acknowledged: Set<string>;
  readonly refused: Set<string>;
}

/** Returns undefined once the append is acknowledged; the actual revision if it is refused as `wrong-expected`. */
const appendUntilAnswered = async (
  store: EventStore,
  stream: string,
  event: NewEvent,
  expected: Expected,
): Promise<Expected | undefined> => {
  for (;;) {
    try {
      await store.append(stream, [event], { expected, timeoutMs: 500 });
      return undefined;
    } catch (error) {
      if (!(error instanceof AppendError)) throw error;
      if (error.failure.kind === 'wrong-expected') return error.failure.actual;
      await nextTurn();
    }
  }
};

const keepAppending = async (
  store: EventStore,
  stream: string,
  answers: Answers,
  enough: () => boolean,
): Promise<void> => {
  let expected: Expected = 'no_stream';
  while (!enough()) {
    const event = fact();
    const actual = await appendUntilAnswered(store, stream, event, expected);
    (actual === undefined ? answers.acknowledged : answers.refused).add(event.id);
    expected = actual ?? (expected === 'no_stream' ? 0 : expected + 1);
  }
};

const expectSoundLog = async (store: EventStore, answers: Answers): Promise<void> => {
  const log = await readLog(store);
  const recorded = new Set(idsOf(log));
  expect(recorded).to.deep.equal(answers.acknowledged);
  expect([...answers.refused].filter((id) => recorded.has(id))).to.deep.equal([]);
  log.forEach(({ position }, index) => expect(position).to.equal(decimalPosition(index + 1)));
  const lengths = new Map<string, number>();
  for (const { stream, revision } of log) {
    expect(revision).to.equal(lengths.get(stream) ?? 0);
    lengths.set(stream, revision + 1);
  }
  expect(firstBrokenLink(log)).to.equal(undefined);
  expect(await store.head()).to.equal(log.at(-1)?.position);
};

describe('The Postgres store under faults', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let store: EventStore;
  let answers: Answers;

  beforeEach(async () => {
    answers = { acknowledged: new Set(), refused: new Set() };
    database = await testDatabase();
    store = await openPostgresStore({ connectionString: database.url, maximumQueue: 100 });
    client = new pg.Client(database.url);
    await client.connect();
  });

  afterEach(async () => {
    await store.close();
    await client.end();
    await database.drop();
  });

  const terminate = async (condition: string): Promise<number> => {
    // Within a transaction, the view would keep the rows of the first read.
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'razao ledger %' AND ${condition}`,
    );
    return rowCount ?? 0;
  };

  /** Allows or forbids connections; forbidding also ends those of the store. */
  const allowConnections = async (allowed: boolean): Promise<void> => {
    const elsewhere = new URL(database.url);
    const name = elsewhere.pathname.slice(1);
    elsewhere.pathname = '/postgres';
    const outside = new pg.Client(elsewhere.href);
    await outside.connect();
    await outside.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${String(allowed)}`);
    await outside.end();
    if (!allowed) await terminate('true');
  };

  it('keeps exactly the acknowledged events while its writer connection is cut repeatedly', async () => {
    let cuts = 0;
    const enough = (): boolean => cuts >= 12;
    const streams = Array.from({ length: 24 }, (_, n) => (n < 8 ? 'note-shared' : newStream()));
    const writers = streams.map((stream) => keepAppending(store, stream, answers, enough));
    for (let goal = 0; !enough(); goal = answers.acknowledged.size + 30) {
      while (answers.acknowledged.size < goal) await nextTurn();
      while ((await terminate("application_name LIKE '%writer' AND state = 'active'")) === 0);
      cuts += 1;
    }
    await Promise.all(writers);
    expect(answers.acknowledged.size).to.be.greaterThan(cuts);
    await expectSoundLog(store, answers);
  });

  it('keeps exactly the acknowledged events while two processes write at once', async () => {
    const other = await openPostgresStore({ connectionString: database.url });
    let turns = 0;
    const enough = (): boolean => (turns += 1) > 1_500;
    const write = (from: EventStore, stream: string) =>
      keepAppending(from, stream, answers, enough);
    await Promise.all(
      [store, other].flatMap((from) => [
        ...Array.from({ length: 4 }, () => write(from, 'note-shared')),
        ...Array.from({ length: 8 }, () => write(from, newStream())),
      ]),
    );
    await expectSoundLog(other, answers);
    await other.close();
  });

  it('releases the writer lock to another process when it closes', async () => {
    const lockHolders = async () => {
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
         WHERE locktype = 'advisory' AND datname = current_database()`,
      );
      return rows.map(({ pid }) => pid);
    };
    const other = await openPostgresStore({ connectionString: database.url });
    await store.append(newStream(), facts(1), { expected: 'no_stream' });
    expect(await lockHolders()).to.have.length(1);
    await store.close();
    while ((await lockHolders()).length > 0);
    await other.append(newStream(), facts(1), { expected: 'no_stream' });
    expect(await readLog(other)).to.have.length(2);
    await other.close();
  });

  it('writes even while a frozen process holds the writer lock', async () => {
    await client.query("SELECT pg_advisory_lock(hashtextextended('ledger writer', 0))");
    for (let n = 0; n < 3; n += 1) {
      await store.append(newStream(), facts(1), { expected: 'no_stream' });
    }
    expect(await readLog(store)).to.have.length(3);
  });

  it('accepts an expected revision that another process has just written, and rejects a stale one', async () => {
    const other = await openPostgresStore({ connectionString: database.url });
    const stream = newStream();
    await store.append(stream, facts(1), { expected: 'no_stream' });
    await other.append(stream, facts(1), { expected: 0 });
    const { revision } = await store.append(stream, facts(1), { expected: 1 });
    expect(revision).to.equal(2);
    const failure = await failureOf(other.append(stream, facts(1), { expected: 1 }));
    expect(failure).to.deep.equal({ kind: 'wrong-expected', actual: 2 });
    await other.close();
  });

  it('fails an append that times out as ambiguous, and a retry finds it written', async () => {
    const stream = newStream();
    const events = facts(2);
    await client.query('BEGIN');
    await client.query('LOCK TABLE ledger.event IN SHARE MODE');
    const append = (timeoutMs: number) =>
      store.append(stream, events, { expected: 'no_stream', timeoutMs });
    expect(await failureOf(append(50))).to.deep.equal({ kind: 'ambiguous' });
    const repeated = append(5_000);
    await client.query('COMMIT');
    expect(await repeated).to.include({ revision: 1, duplicate: true });
    expect(idsOf(await readLog(store))).to.deep.equal(idsOf(events));
  });

  it('completes an append whose connection was cut, and writes it once', async () => {
    const events = facts(2);
    await client.query('BEGIN');
    await client.query('LOCK TABLE ledger.event IN SHARE MODE');
    const append = store.append(newStream(), events, { expected: 'no_stream' });
    while ((await terminate("application_name LIKE '%writer' AND state = 'active'")) === 0);
    await client.query('COMMIT');
    expect((await append).revision).to.equal(1);
    expect(idsOf(await readLog(store))).to.deep.equal(idsOf(events));
  });

  it('fails an append at once when the queue is full, and writes the queued ones', async () => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE ledger.event IN SHARE MODE');
    const add = (timeoutMs = 5_000) =>
      store.append(newStream(), facts(1), { expected: 'no_stream', timeoutMs });
    const first = add();
    await nextTurn();
    const expired = failureOf(add(1));
    const queued = Array.from({ length: 99 }, () => add());
    const failure = await failureOf(add());
    expect(failure).to.deep.equal({ kind: 'unavailable', retryAfterSeconds: 1 });
    expect((await expired).kind).to.equal('unavailable');
    await client.query('COMMIT');
    await Promise.all([first, ...queued]);
    expect(await readLog(store)).to.have.length(100);
  });

  it('fails appends while the database is down, and writes them once it is back', async () => {
    await allowConnections(false);
    const refused = store.append(newStream(), facts(1), { expected: 'no_stream', timeoutMs: 50 });
    expect((await failureOf(refused)).kind).to.be.oneOf(['unavailable', 'ambiguous']);
    await allowConnections(true);
    await store.append(newStream(), facts(1), { expected: 'no_stream' });
  });

  it('delivers every event to a subscriber whose connections are cut', async () => {
    const { signal } = new AbortController();
    const other = await openPostgresStore({ connectionString: database.url });
    const add = () => other.append(newStream(), facts(1), { expected: 'no_stream' });
    let interrupted = false;
    const delivered = await follow(store.subscribe({ signal }), (all, caughtUp) => {
      if (caughtUp === 1 && !interrupted) {
        interrupted = true;
        void add()
          .then(() => terminate('true'))
          .then(add);
      }
      return all.length === 2 && caughtUp > 1;
    });
    expect(delivered).to.deep.equal(await readLog(other));
    await other.close();
  });

  it('reports once that a subscription cannot read the log, and delivers every event afterwards', async () => {
    await store.append(newStream(), facts(1), { expected: 'no_stream' });
    const reports: StoreHealth[] = [];
    const other = await openPostgresStore({
      connectionString: database.url,
      onHealth: (health) => health.part === 'subscription' && reports.push(health),
    });
    await client.query('ALTER TABLE ledger.event RENAME TO away');
    const { signal } = new AbortController();
    const following = follow(other.subscribe({ signal }), ({ length }) => length === 1);
    const [health] = await eventually(() => (reports.length > 0 ? reports : undefined), 'a report');
    expect(String(health?.cause)).to.match(/ledger.event/);
    await client.query('ALTER TABLE ledger.away RENAME TO event');
    expect(await following).to.deep.equal(await readLog(store));
    expect(reports).to.have.length(1);
    await other.close();
  });

  it('fails queued appends when it is closed while the database is down', async () => {
    await allowConnections(false);
    const appends = Array.from({ length: 3 }, () =>
      store.append(newStream(), facts(1), { expected: 'no_stream' }).catch(() => 'refused'),
    );
    await store.close();
    expect(await Promise.all(appends)).to.deep.equal(['refused', 'refused', 'refused']);
  });
});
