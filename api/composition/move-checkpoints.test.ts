import { expect } from 'chai';
import pg from 'pg';
import { sampleNow } from '#/domain/testing/samples.ts';
import { NoCheckpoint, type Parked } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints/postgres.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { requirePoliciesFrom } from './policies-from.ts';
import { openLog, openStore, type StoreLocations } from './store.ts';

const sell = async (store: EventStore): Promise<Position> => {
  const history = new History();
  history.purchase();
  await appendAll(store, history.take());
  const head = await store.head();
  if (head === undefined) throw new Error('nothing happened');
  return head;
};

describe('Checkpoints of policies at a start', () => {
  let database: TestDatabase;
  let besideServer: TestDatabase;
  let server: TestEventStoreDb;
  let locations: Readonly<Record<'Postgres' | 'EventStoreDB', StoreLocations>>;
  const opened: EventStore[] = [];

  const open = async (place: StoreLocations): Promise<EventStore> => {
    const store = await openStore(place);
    opened.push(store);
    return store;
  };

  beforeEach(async () => {
    [database, besideServer] = [await testDatabase(), await testDatabase()];
    server = await testEventStoreDb(createMemoryStore());
    locations = {
      Postgres: { databaseUrl: database.url },
      EventStoreDB: { databaseUrl: besideServer.url, eventStoreUrl: server.url },
    };
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await server.stop();
    await Promise.all([database.drop(), besideServer.drop()]);
  });

  it('begin at the beginning of a log that is empty', async () => {
    for (const place of Object.values(locations)) {
      const store = await open(place);
      await requirePoliciesFrom(store, undefined);
      expect(await store.checkpoints.load('reactions')).to.equal('');
      await store.close();
    }
  });

  it('are not guessed for a log that came without them: the start ends with a sentence that says what to do', async () => {
    for (const place of Object.values(locations)) {
      // Appends as a program that opens only the log, and so writes no checkpoints.
      const log = await openLog(place);
      const head = await sell(log);
      await log.close();
      const store = await open(place);
      const refusal = await requirePoliciesFrom(store, undefined).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(NoCheckpoint);
      expect(Object(refusal).message).to.include('POLICIES_FROM=beginning, end');
      const wrong = await requirePoliciesFrom(store, `${head}9` as Position).catch(String);
      expect(wrong).to.include('POLICIES_FROM is no position of this log');
      await requirePoliciesFrom(store, 'end');
      expect(await store.checkpoints.load('reactions')).to.equal(head);
      await requirePoliciesFrom(store, '');
      expect(await store.checkpoints.load('reactions'), 'it is known by now').to.equal(head);
      await store.close();
    }
  });

  it('move from the database into the EventStoreDB that keeps the log, with parked work', async () => {
    const first = await open(locations.EventStoreDB);
    const head = await sell(first);
    const pool = new pg.Pool({ connectionString: besideServer.url });
    const inDatabase = await createPostgresCheckpoints(pool);
    for (const name of ['policies', 'reactions']) await inDatabase.save(name, head);
    const parked: Parked = {
      policy: 'book-approved-payment',
      position: head,
      stream: 'payment-1',
      revision: 0,
      failure: 'once',
      since: sampleNow,
      holds: 'commands:account-seller-1',
    };
    await inDatabase.park(parked);
    const { policy, position, revision } = parked;
    const queued = [{ policy, position, stream: 'payment-2', revision }];
    await inDatabase.enqueue('commands:account-seller-1', queued);
    const { checkpoints } = await open(locations.EventStoreDB);
    expect(await checkpoints.load('policies')).to.equal(head);
    expect(await checkpoints.listParked()).to.deep.equal([parked]);
    expect(await checkpoints.listQueued('commands:account-seller-1', 10)).to.deep.equal(queued);
    expect(await inDatabase.countQueued('commands:account-seller-1')).to.equal(0);
    expect([await inDatabase.load('policies'), await inDatabase.listParked()]).to.deep.equal([
      undefined,
      [],
    ]);
    await pool.end();
  });

  it('survive the loss of the database beside an EventStoreDB', async () => {
    const first = await open(locations.EventStoreDB);
    const head = await sell(first);
    for (const name of ['policies', 'reactions']) await first.checkpoints.save(name, head);
    const empty = await testDatabase();
    const store = await open({ ...locations.EventStoreDB, databaseUrl: empty.url });
    await requirePoliciesFrom(store, undefined);
    expect(await store.checkpoints.load('reactions')).to.equal(head);
    await store.close();
    await empty.drop();
  });
});
