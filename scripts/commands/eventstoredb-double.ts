import type { EventStore } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { checkDatabaseUrl, readEnvironment } from '#/scripts/launch/environment.ts';
import { writeFirstEvents } from '#/ledger/stores/eventstoredb/double/first-events.ts';
import {
  SERVER_LIMITS,
  startEventStoreDbDouble,
} from '#/ledger/stores/eventstoredb/double/server.ts';
import { findRunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';

const help = `
npm run eventstoredb-double — serves EventStoreDB's protocol from one of the project's own stores, for EventStoreDB clients.

Usage: npm run eventstoredb-double -- [--port 2113] [--store memory|postgres] [--tls]

Options
  --port    port to listen on; 0 takes a free one (default 2113)
  --host    address to listen on (default 127.0.0.1)
  --store   memory loses all events when it stops; postgres is the log of the product (default memory)
  --tls     uses TLS, with a certificate made for this start; the connection string names its file

Prints the connection string, and serves until it is stopped: streams and $all in both directions, subscriptions,
filters, appends by Append and BatchAppend, metadata, soft and hard deletion, gossip. It has no projections, persistent
subscriptions, users or access rights, and accepts any credentials. An empty log first gets the events of the two users that
a new server creates. Do not use it with the log of a running product: events of other clients stop the product's read models,
which do not know their types.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data); npm start starts it
  DATABASE_URL  your own Postgres, instead of the embedded one
`;

const findDatabaseUrl = async (): Promise<string> => {
  const environment = readEnvironment();
  if (environment.databaseUrl !== undefined) await checkDatabaseUrl(environment.databaseUrl);
  const url = environment.databaseUrl ?? (await findRunningPostgres(environment.dataDir));
  if (url !== undefined) return url;
  throw new BadEnvironment(`No Postgres runs in ${environment.dataDir}: npm start starts one.`);
};

const openStore = async (name: unknown): Promise<EventStore> => {
  if (name === 'memory') return createMemoryStore([], { limits: SERVER_LIMITS });
  if (name !== 'postgres') throw new BadEnvironment('--store is memory or postgres.');
  return openPostgresStore({ connectionString: await findDatabaseUrl(), limits: SERVER_LIMITS });
};

const readPort = (text: unknown): number => {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new BadEnvironment(`--port ${String(text)} is not a port.`);
};

await runCommand({
  help,
  options: {
    port: { type: 'string', default: '2113' },
    host: { type: 'string', default: '127.0.0.1' },
    store: { type: 'string', default: 'memory' },
    tls: { type: 'boolean', default: false },
  },
  isServer: () => true,
  run: async ({ values }, { resources }) => {
    const port = readPort(values.port);
    const host = String(values.host);
    const store = await openStore(values.store);
    resources.defer(() => store.close());
    await writeFirstEvents(store);
    const tls = values.tls === true;
    const double = await startEventStoreDbDouble({ store, port, host, tls }).catch(
      (error: unknown) => {
        if (errorCodeOf(error) !== 'EADDRINUSE') throw error;
        throw new BadEnvironment(`Port ${port} is taken by another program: give another --port.`);
      },
    );
    resources.defer(() => double.stop());
    console.log(double.url);
  },
});
