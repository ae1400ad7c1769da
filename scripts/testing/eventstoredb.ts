import type { EventStore } from '#/ledger/event-store.ts';
import { startEventStoreDbDouble } from '#/ledger/stores/eventstoredb/double/server.ts';
import type { EventStoreDbDouble } from '#/ledger/stores/eventstoredb/double/server.ts';

export type TestEventStoreDb = EventStoreDbDouble;

/**
 * A server that speaks EventStoreDB's protocol over a store of ours, with switches for its faults.
 * It does not close the store.
 */
export const testEventStoreDb = (store: EventStore, port = 0): Promise<TestEventStoreDb> =>
  startEventStoreDbDouble({ store, port });
