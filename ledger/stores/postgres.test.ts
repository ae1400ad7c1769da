import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { EventStore } from '#/ledger/event-store.ts';
import type { TestDatabase } from '#/scripts/testing/postgres.ts';
import { firstBrokenLink } from '#/ledger/audit/hash.ts';
import { fact, facts, follow, newStream, readLog } from '#/ledger/contract/samples.ts';
import { eventStoreContract } from '#/ledger/event-store.contract.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { EventIdTaken } from './append-request.ts';
import { openPostgresStore } from './postgres.ts';

eventStoreContract('The Postgres store', async () => {
  const { url, drop } = await testDatabase();
  let store: EventStore = await openPostgresStore({ connectionString: url });
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await openPostgresStore({ connectionString: url });
      return store;
    },
    dispose: async () => {
      await store.close();
      await drop();
    },
  };
});

describe('The Postgres store', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let store: EventStore;

  beforeEach(async () => {
    database = await testDatabase();
    store = await openPostgresStore({ connectionString: database.url });
    client = new pg.Client(database.url);
    await client.connect();
  });

  afterEach(async () => {
    await store.close();
    await client.end();
    await database.drop();
  });

  const refusal = async (statement: string): Promise<unknown> => {
    try {
      await client.query(statement);
    } catch (error) {
      return error instanceof pg.DatabaseError ? error.message : error;
    }
    return undefined;
  };

  it('rejects UPDATE, DELETE and TRUNCATE of events, also in the replica role', async () => {
    await store.append(newStream(), facts(2), { expected: 'no_stream' });
    for (const role of ['origin', 'replica']) {
      await client.query(`SET session_replication_role = ${role}`);
      for (const [operation, statement] of [
        ['UPDATE', "UPDATE ledger.event SET type = 'Other'"],
        ['DELETE', 'DELETE FROM ledger.event'],
        ['TRUNCATE', 'TRUNCATE ledger.event'],
      ] as const) {
        const message = `ledger.event is append-only: ${operation} refused`;
        expect(await refusal(statement)).to.equal(message);
      }
    }
    expect(await readLog(store)).to.have.length(2);
  });

  it('rejects an event id that is already recorded, and keeps the other appends of the same flush', async () => {
    const event = fact();
    const stream = newStream();
    await store.append(stream, [event], { expected: 'no_stream' });
    const outcomes = await Promise.allSettled([
      store.append(newStream(), facts(2), { expected: 'no_stream' }),
      store.append(newStream(), [event], { expected: 'no_stream' }),
      store.append(stream, [event], { expected: 0 }),
      store.append(newStream(), facts(2), { expected: 'no_stream' }),
    ]);
    const errors = outcomes.map(
      (outcome) => outcome.status === 'rejected' && outcome.reason instanceof EventIdTaken,
    );
    expect(errors).to.deep.equal([false, true, true, false]);
    expect(await readLog(store)).to.have.length(5);
  });

  it('reads streams by an index even with query plans made when the table was almost empty', async () => {
    const stream = newStream();
    const read = async (): Promise<number> => {
      const streams = [stream, ...Array.from({ length: 20 }, newStream)];
      const found = await Promise.all(streams.map((each) => store.readStream(each, { from: 0 })));
      return found.flat().length;
    };
    await store.append(newStream(), facts(1), { expected: 'no_stream' });
    await client.query('VACUUM ANALYZE ledger.event');
    for (let count = 0; count < 20; count += 1) await read();
    for (let count = 0; count < 20; count += 1) {
      const expected = count === 0 ? 'no_stream' : count * 100 - 1;
      await store.append(stream, facts(100), { expected });
    }
    for (let count = 0; count < 20; count += 1) expect(await read()).to.equal(2_000);
    // A session reports its read statistics when it ends.
    await store.close();
    const { rows } = await client.query<{ read: number }>(
      "SELECT seq_tup_read::int AS read FROM pg_stat_user_tables WHERE schemaname = 'ledger' AND relname = 'event'",
    );
    expect(rows).to.deep.equal([{ read: 0 }]);
  });

  it('continues the hash chain of a restored copy, and delivers every event to its subscribers', async () => {
    await store.append(newStream(), facts(30), { expected: 'no_stream' });
    const copy = await testDatabase();
    await (await openPostgresStore({ connectionString: copy.url })).close();
    const target = new pg.Client(copy.url);
    await target.connect();
    const source = client.query(copyTo('COPY ledger.event TO STDOUT'));
    await pipeline(source, target.query(copyFrom('COPY ledger.event FROM STDIN')));
    await target.end();
    const restored = await openPostgresStore({ connectionString: copy.url });
    const { signal } = new AbortController();
    const followed = follow(restored.subscribe({ signal }), (all) => all.length === 32);
    await restored.append(newStream(), facts(2), { expected: 'no_stream' });
    const log = await followed;
    expect(log.slice(0, 30)).to.deep.equal(await readLog(store));
    expect(firstBrokenLink(log)).to.equal(undefined);
    await restored.close();
    await copy.drop();
  });

  it('can be opened four times at once on an empty database', async () => {
    const empty = await testDatabase();
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => openPostgresStore({ connectionString: empty.url })),
    );
    for (const instance of opened)
      await instance.append(newStream(), facts(1), { expected: 'no_stream' });
    for (const instance of opened) expect(await readLog(instance)).to.have.length(4);
    await Promise.all(opened.map((instance) => instance.close()));
    await empty.drop();
  });
});
