import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { Operator } from '#/ledger/contract/samples.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { eventStoreContract } from '#/ledger/event-store.contract.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { openEventStoreDb, type EventStoreDbOptions } from './eventstoredb.ts';
import { createMemoryStore } from './memory.ts';
import { openPostgresStore } from './postgres.ts';

/** An operator who uses the server's own client. */
const operatorAt = (url: string, current: () => EventStore) => {
  const client = EventStoreDBClient.connectionString(url);
  const untilReported = (stream: string, isCut: boolean) =>
    eventually(() => {
      const cuts = current().cuts?.list() ?? [];
      return cuts.some((cut) => cut.stream === stream) === isCut || undefined;
    }, `the store has heard of ${stream}`);
  const operator: Operator = {
    limit: async (stream, metadata) => {
      // Written as a plain event, because the client's own method names limits differently from the server.
      const event = jsonEvent({ type: '$metadata', data: { ...metadata } });
      await client.appendToStream(`$$${stream}`, event);
      await untilReported(stream, Object.keys(metadata).length > 0);
    },
    remove: async (stream) => {
      await client.deleteStream(stream);
      await untilReported(stream, true);
    },
    removeForGood: async (stream) => {
      await client.tombstoneStream(stream);
      await untilReported(stream, true);
    },
  };
  return { operator, leave: () => client.dispose() };
};

/** `release` runs after the store beneath is closed. */
const onDouble = async (
  beneath: EventStore,
  options: Pick<EventStoreDbOptions, 'appends'>,
  release: () => Promise<void>,
) => {
  const server = await testEventStoreDb(beneath);
  const open = () => openEventStoreDb({ connectionString: server.url, ...options });
  let store = await open();
  const { operator, leave } = operatorAt(server.url, () => store);
  return {
    store,
    operator,
    reopen: async () => {
      await store.close();
      store = await open();
      return store;
    },
    dispose: async () => {
      await leave();
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

/** The store without the events up to `start`, which others have written. */
const fromHere = (store: EventStore, start: Position | undefined): EventStore => {
  const beginning = start === undefined ? {} : { after: start };
  return {
    append: (stream, events, options) => store.append(stream, events, options),
    readStream: (stream, options) => store.readStream(stream, options),
    readAll: (options) => store.readAll({ ...beginning, ...options }),
    subscribe: (options) => store.subscribe({ ...beginning, ...options }),
    head: async () => {
      const head = await store.head();
      return head === start ? undefined : head;
    },
    ...(store.cuts && { cuts: store.cuts }),
    rewinds: () => store.rewinds(),
    lineage: () => store.lineage(),
    checkpoints: store.checkpoints,
    close: () => store.close(),
  };
};

const realUrl = process.env['ESDB_URL'];

if (realUrl !== undefined) {
  eventStoreContract('The EventStoreDB store on the server of ESDB_URL', async () => {
    let store = await openEventStoreDb({ connectionString: realUrl });
    const start = await store.head();
    const { operator, leave } = operatorAt(realUrl, () => store);
    return {
      operator,
      store: fromHere(store, start),
      reopen: async () => {
        await store.close();
        store = await openEventStoreDb({ connectionString: realUrl });
        return fromHere(store, start);
      },
      dispose: async () => {
        await leave();
        await store.close();
      },
    };
  });
}
