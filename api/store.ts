import type { EventStore } from '#/ledger/event-store.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import type { StoreHealth } from '#/ledger/stores/postgres/session.ts';
import { requireSameLog } from './same-log.ts';

/** Where the product keeps what it knows. */
export interface Places {
  /** Postgres with read models, keys and sessions, and with the log unless that is elsewhere. */
  readonly databaseUrl: string;
  /** EventStoreDB with the log: `esdb://…` or `esdb+discover://…`. */
  readonly eventStoreUrl?: string | undefined;
  /** What this product is called on an EventStoreDB that several share. */
  readonly eventStorePrefix?: string | undefined;
}

/** Told when a part of the store is connected or lost. */
export type OnStoreHealth = (health: StoreHealth) => void;

const open = async (
  { databaseUrl, eventStoreUrl, eventStorePrefix: prefix }: Places,
  onHealth: OnStoreHealth,
): Promise<EventStore> => {
  if (eventStoreUrl === undefined) {
    return openPostgresStore({ connectionString: databaseUrl, onHealth });
  }
  // Only who has one pays for its client: a tenth of a second at every start of a process or thread.
  const { openEventStoreDb } = await import('#/ledger/stores/eventstoredb.ts');
  const store = await openEventStoreDb({ connectionString: eventStoreUrl, prefix });
  // Its client connects anew with every call, so what it last was says nothing of what it will be.
  onHealth({ part: 'writer', state: 'connected' });
  return store;
};

/**
 * The one place that chooses a store; nothing else knows which it is.
 * @throws AnotherLog when the database was filled from another one, and when the log cannot be reached now
 */
export const openStore = async (
  places: Places,
  onHealth: OnStoreHealth = () => undefined,
): Promise<EventStore> => {
  const store = await open(places, onHealth);
  await requireSameLog(store, places.databaseUrl).catch(async (refusal: unknown) => {
    await store.close();
    throw refusal;
  });
  return store;
};
