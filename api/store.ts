import type { EventStore } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';

/** Where the product keeps what it knows. */
export interface Places {
  /** Postgres with read models, keys and sessions, and with the log unless that is elsewhere. */
  readonly databaseUrl: string;
  /** EventStoreDB with the log: `esdb://…` or `esdb+discover://…`. */
  readonly eventStoreUrl?: string | undefined;
}

/** The one place that chooses a store; nothing else knows which it is. @throws when it cannot be reached now */
export const openStore = ({ databaseUrl, eventStoreUrl }: Places): Promise<EventStore> =>
  eventStoreUrl === undefined
    ? openPostgresStore({ connectionString: databaseUrl })
    : openEventStoreDb({ connectionString: eventStoreUrl });
