import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from 'chai';
import { payment } from '#/domain/payment/decider.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { LogRewound, type EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { onServer } from '#/scripts/testing/faulty-postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** An address whose new connections can be led to another database, as a floating address is after a failover. */
interface Floating {
  readonly url: string;
  readonly leadTo: (url: string) => void;
  readonly close: () => void;
}

const floatAt = async (url: string): Promise<Floating> => {
  const { hostname, port } = new URL(url);
  let name = nameOf(url);
  const server: Server = createServer((client) => {
    const database = connect(Number(port), hostname);
    const led = name;
    // The first packet names the database; both names are of one length.
    client.once('data', (first) => {
      database.write(Buffer.from(first.toString('latin1').replace(nameOf(url), led), 'latin1'));
      client.pipe(database).pipe(client);
    });
    client.on('error', () => database.destroy());
    database.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(url);
  // A server of TCP has an address with a port.
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    leadTo: (to) => {
      name = nameOf(to);
    },
    close: () => server.close(),
  };
};

const write = async (store: EventStore, ...ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const context = { commandId: `c-${id}`, platform: 'demo', actor: 'system', correlation: id };
    const command = { type: 'RequestPayment', payment: samplePayment() } as const;
    await createCommandHandler({ store }).handle(payment, `payment-${id}`, command, context);
  }
};

describe('A failover that only the readers of a process notice, since its writer is idle', function () {
  this.timeout(60_000);
  const databases: TestDatabase[] = [];
  const opened: EventStore[] = [];
  let floating: Floating;

  const open = async (url: string): Promise<EventStore> => {
    const store = await openPostgresStore({ connectionString: url });
    opened.push(store);
    return store;
  };

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close().catch(() => undefined)));
    floating.close();
    for (const database of databases.splice(0)) await database.drop();
  });

  it('brings no event of the copy as if it followed what the copy lacks', async () => {
    const [former, standby] = [await testDatabase(), await testDatabase()];
    databases.push(former, standby);
    const before = await openPostgresStore({ connectionString: former.url });
    await write(before, 'p-1');
    await before.close();
    const [from, to] = [nameOf(former.url), nameOf(standby.url)];
    const server = new URL(former.url);
    server.pathname = '/postgres';
    await onServer(server.href, `DROP DATABASE ${to}`);
    await onServer(server.href, `CREATE DATABASE ${to} TEMPLATE ${from}`);

    floating = await floatAt(former.url);
    const follower = await open(floating.url);
    await write(await open(former.url), 'p-2', 'p-3');
    const following = new AbortController();
    const streams: string[] = [];
    const follow = async (): Promise<void> => {
      for await (const message of follower.subscribe({ signal: following.signal })) {
        if (message.kind === 'events') streams.push(...message.events.map(({ stream }) => stream));
        if (streams.length > 3) return;
      }
    };
    const end = follow().catch((error: unknown) => error);
    await eventually(() => streams.length === 3 || undefined, 'all is read');

    floating.leadTo(standby.url);
    await write(await open(standby.url), 'p-4', 'p-5', 'p-6');
    await onServer(
      server.href,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = '${from}' AND application_name = 'razao ledger reader'`,
    );
    expect(await end, streams.join(' ')).to.be.instanceOf(LogRewound);
    expect(streams).to.deep.equal(['payment-p-1', 'payment-p-2', 'payment-p-3']);
    following.abort();
  });
});
