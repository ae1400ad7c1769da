import type { EventStore } from '#/ledger/event-store.ts';
import { startEventStoreDbDouble } from '#/ledger/stores/eventstoredb/double/server.ts';
import type { EventStoreDbDouble } from '#/ledger/stores/eventstoredb/double/server.ts';

export type TestEventStoreDb = EventStoreDbDouble;

/** EventStoreDB's protocol over one of our stores, with switches for faults. Does not close the store. */
export const testEventStoreDb = (store: EventStore, port = 0): Promise<TestEventStoreDb> =>
  startEventStoreDbDouble({ store, port });
