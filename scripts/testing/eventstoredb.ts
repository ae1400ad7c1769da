import type { EventStore } from '#/ledger/event-store.ts';
import { startEventStoreDbDouble } from '#/ledger/stores/eventstoredb/double/server.ts';
import type { EventStoreDbDouble } from '#/ledger/stores/eventstoredb/double/server.ts';

export type TestEventStoreDb = EventStoreDbDouble;

/**
 * Starts a server with EventStoreDB's protocol on top of one of our stores, with switches for its faults. It does not close the
 * store.
 */
export const testEventStoreDb = (store: EventStore, port = 0): Promise<TestEventStoreDb> =>
  startEventStoreDbDouble({ store, port });
