import type { EventStore } from '#/ledger/event-store.ts';
import { startEventStoreDbDouble } from '#/scripts/eventstoredb-double/server.ts';
import type { EventStoreDbDouble } from '#/scripts/eventstoredb-double/server.ts';

/** A server that speaks EventStoreDB's protocol over a store of ours, with switches for its faults. */
export interface TestEventStoreDb extends Pick<EventStoreDbDouble, 'url' | 'port' | 'faults'> {
  /** Ends it, and closes the store under it. */
  readonly stop: () => Promise<void>;
}

/** @param store whose events it serves; it is closed with the server */
export const testEventStoreDb = async (store: EventStore): Promise<TestEventStoreDb> => {
  const double = await startEventStoreDbDouble({ store });
  return {
    url: double.url,
    port: double.port,
    faults: double.faults,
    stop: async () => {
      await double.stop();
      await store.close();
    },
  };
};
