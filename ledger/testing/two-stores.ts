import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';

/** One log, opened as two processes open it; in memory, both stores are the same. */
export interface TwoStores {
  readonly stores: readonly [EventStore, EventStore];
  readonly close: () => Promise<void>;
}

export const twoStores: Readonly<Record<string, () => Promise<TwoStores>>> = {
  memory: async () => {
    const store = createMemoryStore();
    return { stores: [store, store], close: () => store.close() };
  },
  Postgres: async () => {
    const database = await testDatabase();
    const open = () => openPostgresStore({ connectionString: database.url });
    const stores = [await open(), await open()] as const;
    const close = async () => {
      await Promise.all(stores.map((store) => store.close()));
      await database.drop();
    };
    return { stores, close };
  },
  EventStoreDB: async () => {
    const log = createMemoryStore();
    const double = await testEventStoreDb(log);
    const open = () => openEventStoreDb({ connectionString: double.url });
    const stores = [await open(), await open()] as const;
    const close = async () => {
      await Promise.all(stores.map((store) => store.close()));
      await double.stop();
      await log.close();
    };
    return { stores, close };
  },
};
