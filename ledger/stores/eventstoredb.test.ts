import type { EventStore } from '#/ledger/event-store.ts';
import { eventStoreContract } from '#/ledger/event-store.contract.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { openEventStoreDb, type EventStoreDbOptions } from './eventstoredb.ts';
import { createMemoryStore } from './memory.ts';
import { openPostgresStore } from './postgres.ts';

/** The adapter on a double over a store, which `release` gives back in the end. */
const onDouble = async (
  beneath: EventStore,
  how: Pick<EventStoreDbOptions, 'appends'>,
  release: () => Promise<void>,
) => {
  const server = await testEventStoreDb(beneath);
  const open = () => openEventStoreDb({ connectionString: server.url, ...how });
  let store = await open();
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await open();
      return store;
    },
    dispose: async () => {
      await store.close();
      await server.stop();
      await release();
    },
  };
};

for (const appends of ['batch', 'single'] as const) {
  eventStoreContract(`The EventStoreDB store (${appends} appends) on a double over memory`, () =>
    onDouble(createMemoryStore(), { appends }, async () => undefined),
  );
}

eventStoreContract('The EventStoreDB store on a double over Postgres', async () => {
  const database = await testDatabase();
  const beneath = await openPostgresStore({ connectionString: database.url });
  return onDouble(beneath, {}, database.drop);
});
