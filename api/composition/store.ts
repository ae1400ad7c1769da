import type { EventStore } from '#/ledger/event-store.ts';
import type { LogLoader } from '#/ledger/log-loader.ts';
import { openPostgresLoader } from '#/ledger/stores/postgres/loader.ts';
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

/** The log as it is, whichever database is beside it: for a restore, which brings the two together. */
export const openLog = async (
  { databaseUrl, eventStoreUrl, eventStorePrefix: prefix }: Places,
  onHealth: OnStoreHealth = () => undefined,
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

/** The way for a log that was recorded elsewhere into the store that would be opened. */
export const openLogLoader = async ({
  databaseUrl,
  eventStoreUrl,
  eventStorePrefix,
}: Places): Promise<LogLoader> => {
  if (eventStoreUrl === undefined) return openPostgresLoader(databaseUrl);
  const { openEventStoreDbLoader } = await import('#/ledger/stores/eventstoredb/loader.ts');
  return openEventStoreDbLoader(eventStoreUrl, eventStorePrefix);
};

/**
 * The one place that chooses a store; nothing else knows which it is.
 * @throws AnotherLog when the database was filled from another one, and when the log cannot be reached now
 */
export const openStore = async (
  places: Places,
  onHealth: OnStoreHealth = () => undefined,
): Promise<EventStore> => {
  const store = await openLog(places, onHealth);
  await requireSameLog(store, places.databaseUrl).catch(async (refusal: unknown) => {
    await store.close();
    throw refusal;
  });
  return store;
};
