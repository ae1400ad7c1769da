import type { EventStore } from '#/ledger/event-store.ts';
import { eventStoreContract } from '#/ledger/event-store.contract.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
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
