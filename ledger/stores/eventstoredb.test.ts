import type { EventStore, Position } from '#/ledger/event-store.ts';
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
      await beneath.close();
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

/** The log of a server that others have used before, as if it began here. */
const fromHere = (store: EventStore, start: Position | undefined): EventStore => {
  const beginning = start === undefined ? {} : { after: start };
  return {
    append: (stream, events, how) => store.append(stream, events, how),
    readStream: (stream, how) => store.readStream(stream, how),
    readAll: (how) => store.readAll({ ...beginning, ...how }),
    subscribe: (how) => store.subscribe({ ...beginning, ...how }),
    head: async () => {
      const head = await store.head();
      return head === start ? undefined : head;
    },
    close: () => store.close(),
  };
};

const real = process.env['ESDB_URL'];

if (real !== undefined) {
  eventStoreContract('The EventStoreDB store on the server of ESDB_URL', async () => {
    let store = await openEventStoreDb({ connectionString: real });
    const start = await store.head();
    return {
      store: fromHere(store, start),
      reopen: async () => {
        await store.close();
        store = await openEventStoreDb({ connectionString: real });
        return fromHere(store, start);
      },
      dispose: () => store.close(),
    };
  });
}
