import { setStart } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { LogLoader } from '#/ledger/log-loader.ts';
import { openPostgresLoader } from '#/ledger/stores/postgres/loader.ts';
import { KnownCopy } from '#/ledger/stores/postgres/known-copy.ts';
import { openPostgresStore, type PostgresStoreOptions } from '#/ledger/stores/postgres.ts';
import type { StoreHealth } from '#/ledger/stores/store-health.ts';
import { moveCheckpoints } from './move-checkpoints.ts';
import { requireSameLog } from './same-log.ts';

export interface StoreLocations {
  /** Postgres, with the log unless EventStoreDB has it. */
  readonly databaseUrl: string;
  /** EventStoreDB with the log: `esdb://…` or `esdb+discover://…`. */
  readonly eventStoreUrl?: string | undefined;
  /** Prefix of this product on a shared EventStoreDB. */
  readonly eventStorePrefix?: string | undefined;
}

/** Keeps connections at the copy of the database that is written to, after a failover too. */
export { KnownCopy };

export type OnStoreHealth = (health: StoreHealth) => void;

/** Reports connections made or lost, subscriptions that cannot read, and that the log may have lost its newest events. */
export type StoreWatch = Pick<PostgresStoreOptions, 'onHealth' | 'copy' | 'onRewound'>;

/** Opens the log without comparing it with the database: for a restore, which makes them match. */
export const openLog = async (
  { databaseUrl, eventStoreUrl, eventStorePrefix: prefix }: StoreLocations,
  watch: StoreWatch = {},
): Promise<EventStore> => {
  if (eventStoreUrl === undefined)
    return openPostgresStore({ connectionString: databaseUrl, ...watch });
  // Loaded only if used: loading its client would slow down every start.
  const { openEventStoreDb } = await import('#/ledger/stores/eventstoredb.ts');
  const { onHealth } = watch;
  const store = await openEventStoreDb({ connectionString: eventStoreUrl, prefix, onHealth });
  // The client reconnects with every call, so its last state does not predict the next.
  onHealth?.({ part: 'writer', state: 'connected' });
  return store;
};

/** Copies a log recorded elsewhere into the configured store. */
export const openLogLoader = async ({
  databaseUrl,
  eventStoreUrl,
  eventStorePrefix,
}: StoreLocations): Promise<LogLoader> => {
  if (eventStoreUrl === undefined) return openPostgresLoader(databaseUrl);
  const { openEventStoreDbLoader } = await import('#/ledger/stores/eventstoredb/loader.ts');
  return openEventStoreDbLoader(eventStoreUrl, eventStorePrefix);
};

/** @throws LogMismatch when the log and the database do not belong together, and connection errors */
export const openStore = async (
  locations: StoreLocations,
  watch: StoreWatch = {},
): Promise<EventStore> => {
  const store = await openLog(locations, watch);
  try {
    await requireSameLog(store, locations.databaseUrl);
    if (locations.eventStoreUrl !== undefined) await moveCheckpoints(locations.databaseUrl, store);
    // The log is empty, so policies begin at its beginning.
    if ((await store.head()) === undefined) await setStart(store.checkpoints, '');
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
};
