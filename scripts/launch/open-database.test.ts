import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadEnvironment } from './command.ts';
import { openDatabase } from './open-database.ts';
import { startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';

const quiet = { onProgress: () => undefined };

describe('Waiting for the database at a start', function () {
  this.timeout(60_000);
  let dataDir: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'razao-open-database-'));
  });

  after(() => rm(dataDir, { recursive: true, force: true }));

  it('waits while an embedded or an external Postgres recovers', async () => {
    const first = await startPostgres({ dataDir });
    const { url } = first;
    await first.stop();
    // A standby with `hot_standby` off answers, until it is promoted, as a server does that recovers from a crash.
    await writeFile(join(dataDir, 'postgres', 'standby.signal'), '');
    const reported: string[] = [];
    const onProgress = (line: string): void => void reported.push(line);
    const settings = { hot_standby: 'off' };
    const embedded = startPostgres({ dataDir, onProgress, settings });
    const external = openDatabase(dataDir, url, { onProgress });
    await eventually(
      () =>
        reported.some((line) => line.startsWith('Waiting for the database')) ? true : undefined,
      'the foreign one is waited for',
    );
    await eventually(
      () => (reported.some((line) => line.startsWith('Postgres recovers')) ? true : undefined),
      'the own one is waited for',
    );
    await writeFile(join(dataDir, 'postgres', 'promote'), '');
    const pid = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split(
      '\n',
    )[0];
    process.kill(Number(pid), 'SIGUSR1');
    expect((await external).url).to.equal(url);
    await (await embedded).stop();
  });

  it('stops waiting when the signal aborts, and ends the Postgres that it launched', async () => {
    await writeFile(join(dataDir, 'postgres', 'standby.signal'), '');
    const stopping = new AbortController();
    const settings = { hot_standby: 'off' };
    const onProgress = (): void => stopping.abort(new BadEnvironment('told to stop'));
    const failure = await startPostgres({
      dataDir,
      settings,
      onProgress,
      signal: stopping.signal,
    }).catch((error: unknown) => error);
    expect(failure).to.equal(stopping.signal.reason);
    const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid')).catch(
      () => undefined,
    );
    expect(pidFile).to.equal(undefined);
  });

  it('waits briefly for a server that does not listen yet', async () => {
    const { url, drop } = await testDatabase();
    try {
      const { port: real } = new URL(url);
      // This server only finds a free port, on which nothing listens when the wait begins.
      const portFinder = createServer();
      await new Promise<void>((done) => portFinder.listen(0, '127.0.0.1', done));
      const address = portFinder.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      await new Promise((done) => portFinder.close(done));
      const early = new URL(url);
      early.port = String(port);
      const forwarding = createServer((socket) => {
        const upstream = connect(Number(real), '127.0.0.1');
        socket.pipe(upstream).pipe(socket);
        socket.on('error', () => upstream.destroy());
        upstream.on('error', () => socket.destroy());
      });
      const onProgress = (): void => void forwarding.listen(port, '127.0.0.1');
      const opened = await openDatabase(dataDir, early.href, { onProgress });
      expect(opened.url).to.equal(early.href);
      await new Promise((done) => forwarding.close(done));
    } finally {
      await drop();
    }
  });

  it('fails at once with a readable message when the password is wrong', async () => {
    const { url, drop } = await testDatabase();
    const wrong = new URL(url);
    wrong.password = 'wrong';
    const failure = await openDatabase(dataDir, wrong.href, quiet).catch((error: unknown) => error);
    await drop();
    expect(failure).to.be.instanceOf(BadEnvironment);
    expect(String(failure)).to.include('its password is wrong');
  });
});
