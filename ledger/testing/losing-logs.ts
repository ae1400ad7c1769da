import pg from 'pg';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';

/** A log that can lose its last events, as by a failover to a standby that lacks them. */
export interface LosingLog {
  readonly store: EventStore;
  readonly openAnother: () => Promise<EventStore>;
  /**
   * Loses all events after the first `events` ones, and resolves once the store has noticed. The events by which EventStoreDB
   * records checkpoints are not counted.
   */
  readonly keepOnly: (events: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Runs `lose`, and waits until the store has noticed the loss. */
const noticing = async (store: EventStore, lose: () => Promise<void>): Promise<void> => {
  const before = store.rewinds();
  await lose();
  await eventually(async () => {
    await store.head().catch(() => undefined);
    return store.rewinds() > before ? true : undefined;
  }, 'the store has noticed that the log lost its end');
};

const inPostgres = async (): Promise<LosingLog> => {
  const database = await testDatabase();
  const store = await openPostgresStore({ connectionString: database.url });
  const lose = async (events: number): Promise<void> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // As in a failover, no earlier connection can write to the remaining log.
    await client.query(`BEGIN; LOCK TABLE ledger.event, policies.checkpoint, policies.parked, policies.queue;
      ALTER TABLE ledger.event DISABLE TRIGGER ALL;
      DELETE FROM ledger.event WHERE position > ${events}; ALTER TABLE ledger.event ENABLE ALWAYS TRIGGER append_only;
      UPDATE policies.checkpoint SET position = lpad('${events}', 20, '0') WHERE position > lpad('${events}', 20, '0');
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
      COMMIT`);
    await client.end();
  };
  return {
    store,
    openAnother: () => openPostgresStore({ connectionString: database.url }),
    keepOnly: (events) => noticing(store, () => lose(events)),
    close: async () => {
      await store.close();
      await database.drop();
    },
  };
};

const inEventStoreDb = async (): Promise<LosingLog> => {
  const log: Recorded[] = [];
  let server = await testEventStoreDb(createMemoryStore(log));
  const { port } = server;
  const store = await openEventStoreDb({ connectionString: server.url, quietMs: 200 });
  const lose = async (events: number): Promise<void> => {
    await server.stop();
    const counted = log.filter(({ stream }) => !stream.includes('policies-'));
    const last = counted[events - 1];
    server = await testEventStoreDb(
      createMemoryStore(log.slice(0, last === undefined ? 0 : log.indexOf(last) + 1)),
      port,
    );
  };
  return {
    store,
    openAnother: () => openEventStoreDb({ connectionString: server.url, quietMs: 200 }),
    keepOnly: (events) => noticing(store, () => lose(events)),
    close: async () => {
      await store.close();
      await server.stop();
    },
  };
};

export const losingLogs = { Postgres: inPostgres, EventStoreDB: inEventStoreDb };
