import { expect } from 'chai';
import pg from 'pg';
import type { EventStore } from '#/ledger/event-store.ts';
import type { TestDatabase } from '#/scripts/testing/postgres.ts';
import { fact, newStream } from '#/ledger/contract/samples.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';

describe('Notifications of new events in Postgres', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let received: string[];
  let store: EventStore;

  beforeEach(async () => {
    database = await testDatabase();
    received = [];
    client = new pg.Client(database.url);
    await client.connect();
    client.on('notification', ({ payload = '' }) => received.push(payload));
    await client.query('LISTEN ledger');
    store = await openPostgresStore({ connectionString: database.url });
  });

  afterEach(async () => {
    await store.close();
    await client.end();
    await database.drop();
  });

  const append = () => store.append(newStream(), [fact()], { expected: 'no_stream' });

  it('are not sent while no other process follows the log', async () => {
    await append();
    await store.close();
    // Postgres delivers notifications in order.
    await client.query(`SELECT pg_notify('ledger', 'end')`);
    await eventually(() => received.includes('end') || undefined, 'the last notification arrives');
    expect(received).to.deep.equal(['end']);
  });

  it('are sent from a second after another process opened the log', async () => {
    await append();
    const other = await openPostgresStore({ connectionString: database.url });
    await eventually(async () => {
      await append();
      return received.length > 0 || undefined;
    }, 'a notification arrives');
    await other.close();
  });
});
