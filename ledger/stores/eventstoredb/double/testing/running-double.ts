import { randomUUID } from 'node:crypto';
import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { EventStore } from '#/ledger/event-store.ts';
import type { EventStoreDbDouble } from '#/ledger/stores/eventstoredb/double/server.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import {
  SERVER_LIMITS,
  startEventStoreDbDouble,
} from '#/ledger/stores/eventstoredb/double/server.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';

export interface RunningDouble {
  readonly double: EventStoreDbDouble;
  readonly store: EventStore;
  readonly client: EventStoreDBClient;
  /** Connects another client; a client fixes its append method when it connects. */
  connect(): EventStoreDBClient;
  close(): Promise<void>;
}

export const emptyStores = {
  memory: async () => ({
    store: createMemoryStore([], { limits: SERVER_LIMITS }),
    drop: () => Promise.resolve(),
  }),
  postgres: async () => {
    const { url, drop } = await testDatabase();
    const store = await openPostgresStore({ connectionString: url, limits: SERVER_LIMITS });
    return { store, drop };
  },
};

export const startDouble = async (
  store: EventStore = createMemoryStore([], { limits: SERVER_LIMITS }),
  options: { readonly tls?: boolean } = {},
): Promise<RunningDouble> => {
  const double = await startEventStoreDbDouble({ store, ...options });
  const clients: EventStoreDBClient[] = [];
  const connect = (): EventStoreDBClient => {
    const client = EventStoreDBClient.connectionString(double.url);
    clients.push(client);
    return client;
  };
  return {
    double,
    store,
    client: connect(),
    connect,
    close: async () => {
      await double.stop();
      // Not awaited: a client whose stream of appends was half-closed never finishes its disposal.
      for (const client of clients) void client.dispose();
      await store.close();
    },
  };
};

export const newStreamName = (): string => `wire-${randomUUID()}`;

export const facts = (count: number, type = 'fact-noted') =>
  Array.from({ length: count }, (_, n) => jsonEvent({ type, data: { n } }));

/** With credentials, the client appends by a separate `Append` call. */
export const classic = { credentials: { username: 'admin', password: 'changeit' } };

export const collect = async <Event extends ResolvedEvent | AllStreamResolvedEvent>(
  events: AsyncIterable<Event>,
  count = Infinity,
): Promise<NonNullable<Event['event']>[]> => {
  const collected: NonNullable<Event['event']>[] = [];
  for await (const { event } of events) {
    if (event !== undefined) collected.push(event);
    if (collected.length >= count) break;
  }
  return collected;
};

/** @throws when the promise does not reject */
export const failureOf = async (promise: Promise<unknown>): Promise<unknown> => {
  const outcome = await promise.then(
    () => ({ failed: false as const }),
    (error: unknown) => ({ failed: true as const, error }),
  );
  if (outcome.failed) return outcome.error;
  throw new Error('it did not fail');
};
