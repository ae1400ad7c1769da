import { expect } from 'chai';
import pg from 'pg';
import { createPostgresCheckpoints } from '#/ledger/checkpoints/postgres.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import type { SealRow } from '#/ledger/audit/seal-table.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { facts } from '#/ledger/contract/samples.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections } from '#/projections/engine/run/runner.ts';
import { sales } from '#/projections/sales.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { LogMismatch } from './same-log.ts';
import { openStore, type StoreLocations } from './store.ts';

const AT = decimalPosition(7);

const SEAL: SealRow = { number: 0, type: 'SealWritten', data: '{}', to: AT, leaves: [] };

describe('Check that the database was filled from the same log', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let server: TestEventStoreDb;
  let serverLog: EventStore;

  const sell = async (store: EventStore): Promise<void> => {
    const history = new History();
    history.purchase();
    await appendAll(store, history.take());
  };

  beforeEach(async () => {
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    serverLog = createMemoryStore();
    server = await testEventStoreDb(serverLog);
  });
  afterEach(async () => {
    await server.stop();
    await pool.end();
    await database.drop();
  });

  const inPostgres = (): StoreLocations => ({ databaseUrl: database.url });
  const inEventStoreDb = (): StoreLocations => ({ ...inPostgres(), eventStoreUrl: server.url });

  /** Acts as a process that starts here for the first time. */
  const runOnce = async (locations: StoreLocations): Promise<void> => {
    const store = await openStore(locations);
    const running = await startProjections({
      store,
      ...(await readModelsIn(pool)),
      projections: [sales],
    });
    await sell(store);
    const head = await store.head();
    if (head === undefined) throw new Error('nothing happened');
    await running.waitFor(head, ['sales'], 10_000);
    await running.stop();
    await (await createPostgresCheckpoints(pool)).save('policies', head);
    await store.close();
  };

  const refusal = async (locations: StoreLocations): Promise<string> => {
    const outcome = await openStore(locations).catch((error: unknown) => error);
    if (!(outcome instanceof LogMismatch)) throw new Error('it was not refused');
    return outcome.message;
  };

  const openAndClose = async (locations: StoreLocations): Promise<void> =>
    (await openStore(locations)).close();

  it('rejects the database when its log is switched from PostgreSQL to EventStoreDB', async () => {
    await runOnce(inPostgres());
    expect(await refusal(inEventStoreDb())).to.match(
      /^The read models, policies and seals .*projections\.checkpoint stands at 0{19}\d; this one is empty\): name the log they came from/,
    );
    await sell(serverLog);
    await openAndClose(inPostgres());
    expect(await refusal(inEventStoreDb())).to.match(
      /it begins at 0{19}1 with event \w{8}; this one begins at e:\d{20}:/,
    );
    await openAndClose(inPostgres());
  });

  it('rejects the database when its log is switched from EventStoreDB to PostgreSQL', async () => {
    await runOnce(inEventStoreDb());
    const sentence = /stands at e:\d{20}:\d{20}; this one is empty/;
    expect(await refusal(inPostgres())).to.match(sentence);
    await openAndClose(inEventStoreDb());
    expect(await refusal(inPostgres())).to.match(/it begins at e:.*; this one is empty/);
  });

  it('rejects the database when its log is switched to another EventStoreDB server', async () => {
    await runOnce(inEventStoreDb());
    await openAndClose(inEventStoreDb());
    const otherLog = createMemoryStore();
    const history = new History();
    history.purchase();
    await appendAll(otherLog, history.take().slice(1));
    for (let sale = 0; sale < 3; sale += 1) history.purchase();
    await appendAll(otherLog, history.take());
    const other = await testEventStoreDb(otherLog);
    try {
      const sentence = await refusal({ ...inPostgres(), eventStoreUrl: other.url });
      expect(sentence).to.match(/it begins at e:.*; this one begins at e:/);
    } finally {
      await other.stop();
    }
  });

  it('rejects another program’s streams with our names, and advises to set EVENTSTORE_PREFIX', async () => {
    await serverLog.append('payment-1', facts(1), { expected: 'no_stream' });
    const sentence = await refusal(inEventStoreDb());
    expect(sentence).to.include('payment-1 begins with SomethingNoted');
    expect(sentence).to.include('set EVENTSTORE_PREFIX');
    await openAndClose({ ...inEventStoreDb(), eventStorePrefix: 'loja' });
  });

  it('rejects the database when EVENTSTORE_PREFIX is changed', async () => {
    await runOnce({ ...inEventStoreDb(), eventStorePrefix: 'loja' });
    expect(await refusal(inEventStoreDb())).to.match(/stands at e:.*; this one is empty/);
    await openAndClose({ ...inEventStoreDb(), eventStorePrefix: 'loja' });
  });

  for (const [what, fill] of [
    ['policies', async () => (await createPostgresCheckpoints(pool)).save('policies', AT)],
    ['seals', async () => (await openSealTable(pool)).put(SEAL)],
  ] as const) {
    it(`rejects the database when only its ${what} come from another log`, async () => {
      await fill();
      await sell(serverLog);
      expect(await refusal(inEventStoreDb())).to.contain(`stands at ${AT}`);
    });
  }
});
