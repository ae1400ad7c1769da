import { connect, createServer, type AddressInfo } from 'node:net';
import { payment } from '#/domain/payment/decider.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { openPostgresStore, type PostgresStoreOptions } from '#/ledger/stores/postgres.ts';
import { onServer } from '#/scripts/testing/faulty-postgres.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';

export const nameOf = (url: string): string => new URL(url).pathname.slice(1);

export interface HeldMessages {
  /** Resolves once a message is kept back. */
  readonly begun: Promise<void>;
  readonly release: () => void;
}

/** An address whose new connections can be led to another database, like a floating address after a failover. */
const floatAt = async (url: string) => {
  const { hostname, port } = new URL(url);
  let name = nameOf(url);
  let heldText = '';
  let begun = Promise.withResolvers<void>();
  let released = Promise.withResolvers<void>();

  const pass = async (chunk: Buffer): Promise<void> => {
    if (heldText === '' || !chunk.includes(heldText)) return;
    begun.resolve();
    await released.promise;
  };

  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    const target = name;
    const forward = async (): Promise<void> => {
      let isFirst = true;
      for await (const chunk of client) {
        const sent: Buffer = chunk;
        await pass(sent);
        // The first packet names the database; both names have the same length.
        const text = isFirst ? sent.toString('latin1').replace(nameOf(url), target) : undefined;
        database.write(text === undefined ? sent : Buffer.from(text, 'latin1'));
        isFirst = false;
      }
    };
    database.pipe(client);
    client.on('error', () => database.destroy());
    database.on('error', () => client.destroy());
    forward()
      .catch(() => undefined)
      .finally(() => database.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(url);
  // A server of TCP has an address with a port.
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    leadTo: (to: string): void => {
      name = nameOf(to);
    },
    /** Keeps back each message of a client that contains this text, such as a part of a query, until `release` is called. */
    hold: (text: string): HeldMessages => {
      heldText = text;
      begun = Promise.withResolvers<void>();
      released = Promise.withResolvers<void>();
      const release = (): void => {
        heldText = '';
        released.resolve();
      };
      return { begun: begun.promise, release };
    },
    close: (): void => void server.close(),
  };
};

export const write = async (store: EventStore, ...ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const context = { commandId: `c-${id}`, platform: 'demo', actor: 'system', correlation: id };
    const command = { type: 'RequestPayment', payment: samplePayment() } as const;
    await createCommandHandler({ store }).handle(payment, `payment-${id}`, command, context);
  }
};

const writeFirst = async (url: string): Promise<void> => {
  const store = await openPostgresStore({ connectionString: url });
  await write(store, 'p-1');
  await store.close();
};

/**
 * Makes a log, a copy of it, and an address that leads to the log. A test can point the address to the copy, as a failover does.
 * @param prepare fills the log before it is copied; by default it records one payment
 */
export const openFloating = async (prepare: (url: string) => Promise<void> = writeFirst) => {
  const [former, standby] = [await testDatabase(), await testDatabase()];
  const opened: EventStore[] = [];
  await prepare(former.url);
  const standbyName = nameOf(standby.url);
  const url = new URL(former.url);
  url.pathname = '/postgres';
  const server = url.href;
  await onServer(server, `DROP DATABASE ${standbyName}`);
  await onServer(server, `CREATE DATABASE ${standbyName} TEMPLATE ${nameOf(former.url)}`);
  const floating = await floatAt(former.url);
  return {
    former,
    standby,
    floating,
    open: async (address: string, options: Partial<PostgresStoreOptions> = {}) => {
      const store = await openPostgresStore({ connectionString: address, ...options });
      opened.push(store);
      return store;
    },
    /** Cuts connections by application name; they reconnect to the database to which the address leads now. */
    cut: (part: string, name = nameOf(former.url)): Promise<unknown> =>
      onServer(
        server,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = '${name}' AND application_name LIKE '${part}'`,
      ),
    /** The connections that still lead to the former database. */
    left: () =>
      onServer<{ application_name: string }>(
        server,
        `SELECT application_name FROM pg_stat_activity
          WHERE datname = '${nameOf(former.url)}' AND pid <> pg_backend_pid()`,
      ),
    close: async (): Promise<void> => {
      await Promise.all(opened.splice(0).map((store) => store.close().catch(() => undefined)));
      floating.close();
      for (const database of [former, standby]) await database.drop();
    },
  };
};

export type FloatingLog = Awaited<ReturnType<typeof openFloating>>;
