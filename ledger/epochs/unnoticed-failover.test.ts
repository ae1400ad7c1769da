import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from 'chai';
import pg from 'pg';
import { payment } from '#/domain/payment/decider.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { LogRewound, type EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { openPostgresStore, type PostgresStoreOptions } from '#/ledger/stores/postgres.ts';
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

describe('A failover after which some connections still lead to the former copy', function () {
  this.timeout(60_000);
  const databases: TestDatabase[] = [];
  const opened: EventStore[] = [];
  let former: TestDatabase;
  let standby: TestDatabase;
  let floating: Floating;
  /** The server of both copies. */
  let server: string;

  const open = async (url: string, more: Partial<PostgresStoreOptions> = {}) => {
    const store = await openPostgresStore({ connectionString: url, ...more });
    opened.push(store);
    return store;
  };

  /** Cuts the connections of a part, which then lead to the copy that the address names. */
  const cut = (part: string, name = nameOf(former.url)): Promise<unknown> =>
    onServer(
      server,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = '${name}' AND application_name = '${part}'`,
    );

  beforeEach(async () => {
    [former, standby] = [await testDatabase(), await testDatabase()];
    databases.push(former, standby);
    const before = await openPostgresStore({ connectionString: former.url });
    await write(before, 'p-1');
    await before.close();
    const to = nameOf(standby.url);
    const url = new URL(former.url);
    url.pathname = '/postgres';
    server = url.href;
    await onServer(server, `DROP DATABASE ${to}`);
    await onServer(server, `CREATE DATABASE ${to} TEMPLATE ${nameOf(former.url)}`);
    floating = await floatAt(former.url);
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close().catch(() => undefined)));
    floating.close();
    for (const database of databases.splice(0)) await database.drop();
  });

  it('brings no event of the copy as if it followed what the copy lacks, where only readers notice', async () => {
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
    await cut('razao ledger reader');
    expect(await end, streams.join(' ')).to.be.instanceOf(LogRewound);
    expect(streams).to.deep.equal(['payment-p-1', 'payment-p-2', 'payment-p-3']);
    following.abort();
  });

  for (const part of ['writer', 'reader', 'listener', 'checkpoints']) {
    it(`is noticed by a connection of the ${part} alone, and then none leads to the former copy`, async () => {
      const others = new pg.Pool({ connectionString: floating.url, application_name: 'others' });
      others.on('error', () => undefined);
      let lost = 0;
      const onRewound = (): void => void (lost += 1);
      const store = await open(floating.url, { others, onRewound });
      await write(store, 'p-2', 'p-3');
      const use = () =>
        Promise.allSettled([store.head(), store.checkpoints.load('p'), others.query('SELECT 1')]);
      expect(await store.readStream('payment-p-3')).to.have.length(1);
      await use();

      floating.leadTo(standby.url);
      await cut(`razao ledger ${part}`);
      await eventually(async () => {
        await use();
        return store.rewinds() > 0 || undefined;
      }, 'the failover is noticed');
      const left = async () =>
        onServer(
          server,
          `SELECT application_name FROM pg_stat_activity
            WHERE datname = '${nameOf(former.url)}' AND pid <> pg_backend_pid()`,
        );
      await eventually(async () => {
        await use();
        return (await left()).length === 0 || undefined;
      }, 'all connections are replaced');
      expect(await store.readStream('payment-p-3')).to.deep.equal([]);

      await write(store, 'p-4');
      await cut('razao ledger writer', nameOf(standby.url));
      await write(store, 'p-5');
      expect([store.rewinds(), lost]).to.deep.equal([1, 1]);
      await others.end();
    });
  }
});
