import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { BadEnvironment } from './command.ts';
import { unlessSilent } from './silent-database.ts';

describe('Work on a database that may fall silent', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let front: Server;
  let url: string;
  let isForwarding = true;
  const sockets: Socket[] = [];

  before(async () => {
    database = await testDatabase();
    const { hostname, port } = new URL(database.url);
    // With `isForwarding` off this server is like a frozen postmaster: new connections are accepted, and nothing answers.
    front = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      if (!isForwarding) return;
      const upstream = connect(Number(port), hostname);
      sockets.push(upstream);
      upstream.on('error', () => socket.destroy());
      socket.pipe(upstream).pipe(socket);
    });
    await once(front.listen(0, '127.0.0.1'), 'listening');
    const address = front.address();
    const frontUrl = new URL(database.url);
    if (typeof address === 'object' && address !== null) frontUrl.port = String(address.port);
    url = frontUrl.href;
  });

  after(async () => {
    for (const socket of sockets) socket.destroy();
    front.close();
    await database.drop();
  });

  it('ends as the work does while the database answers', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await unlessSilent(url, client.query('SELECT pg_sleep(1), 7 AS seven'));
    expect(rows[0]?.seven).to.equal(7);
    await client.end();
  });

  it('is given up when the database answers on old connections only, and accepts new ones without answering', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const work = async () => {
      await client.query('SELECT pg_sleep(1)');
      isForwarding = false;
      await client.query('SELECT 1');
      const another = new pg.Client({ connectionString: url });
      another.on('error', () => undefined);
      await another.connect();
    };
    const failure = await unlessSilent(url, work()).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(BadEnvironment);
    await client.query('SELECT 1');
    await client.end();
  });
});
