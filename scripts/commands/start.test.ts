import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { WebSocket } from 'ws';
import { openStore } from '#/api/composition/store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';

const START = join(import.meta.dirname, 'start.ts');

class StartedProcess {
  readonly child: ChildProcess;
  output = '';

  constructor(environment: Readonly<Record<string, string>>) {
    const env = {
      ...process.env,
      DEMO_WEEKS: '0',
      PORT: '0',
      RATE_LIMITS: 'false',
      ...environment,
    };
    this.child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const report = (chunk: Buffer): void => void (this.output += chunk.toString());
    this.child.stdout?.on('data', report);
    this.child.stderr?.on('data', report);
  }

  url(): string | undefined {
    return /Razão is at (\S+)/.exec(this.output)?.[1];
  }

  async exit(): Promise<number | null> {
    if (this.child.exitCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }
}

describe('npm start', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let dataDir: string;
  let client: pg.Client;
  const processes: StartedProcess[] = [];

  const start = (environment: Readonly<Record<string, string>> = {}): StartedProcess => {
    const started = new StartedProcess({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ...environment,
    });
    processes.push(started);
    return started;
  };

  /** Returns the last line before the exit. */
  const refusal = async (environment?: Readonly<Record<string, string>>): Promise<string> => {
    const started = start(environment);
    expect(await started.exit()).to.equal(1);
    return started.output.trim().split('\n').at(-1) ?? '';
  };

  beforeEach(async () => {
    database = await testDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'razao-start-'));
    client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
  });

  afterEach(async () => {
    for (const { child } of processes.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
    await client.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('refuses a database that does not exist, without showing its password', async () => {
    const other = new URL(database.url);
    other.pathname = '/nowhere';
    const sentence = await refusal({ DATABASE_URL: other.href });
    expect(sentence).to.include('its database does not exist');
    expect(sentence).not.to.include(other.password);
  });

  it('refuses a database with tables of another program, and creates nothing in it', async () => {
    await client.query('CREATE TABLE orders (id int)');
    expect(await refusal()).to.include('belongs to something else (it has public.orders)');
    const { rows } = await client.query("SELECT to_regnamespace('ledger') AS made");
    expect(rows).to.deep.equal([{ made: null }]);
  });

  it('refuses a database of a newer release, or with a foreign schema named ledger', async () => {
    await client.query('CREATE SCHEMA ledger; CREATE TABLE ledger.event (id int)');
    expect(await refusal()).to.include('a schema "ledger" that is not of Razão');
    await client.query(`COMMENT ON SCHEMA ledger IS 'Razão, layout 99'`);
    expect(await refusal()).to.include('written by a newer release of Razão (layout 99');
  });

  it('refuses a read-only database', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expect(await refusal()).to.include('takes no writes');
  });

  it('refuses an event log from which the read models were not built', async () => {
    const store = await openStore({ databaseUrl: database.url });
    const history = new History();
    history.purchase();
    await appendAll(store, history.take());
    await store.close();
    await (await openStore({ databaseUrl: database.url })).close();
    const server = await testEventStoreDb(createMemoryStore());
    try {
      const sentence = await refusal({ EVENTSTORE_URL: server.url });
      expect(sentence).to.match(/^The read models, .* were made from another log \(it begins at 0/);
      expect(sentence).to.include('name the log they came from in EVENTSTORE_URL');
    } finally {
      await server.stop();
    }
  });

  it('on SIGTERM reports unready, closes sockets, finishes a purchase under way and exits with 0', async () => {
    const started = start({ DRAIN_SECONDS: '1', LOG_LEVEL: 'warn' });
    const url = await eventually(() => started.url(), 'it is up');
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { origin: url } });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    const readyz = async () => (await fetch(`${url}/readyz`)).status;
    expect(await readyz()).to.equal(200);

    await client.query('BEGIN');
    await client.query('LOCK TABLE ledger.event IN SHARE MODE');
    const request = {
      offerId: 'demo-ebook',
      paymentMethod: 'PIX',
      name: 'Maria da Silva',
      email: 'maria@example.com',
      phone: '11987654321',
      cpf: '52998224725',
    };
    const purchase = fetch(`${url}/api/checkout.purchase`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(request),
    });
    await eventually(async () => {
      const { rows } = await client.query<{ waiting: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted
           AND relation = 'ledger.event'::regclass) AS waiting`,
      );
      return rows[0]?.waiting === true ? true : undefined;
    }, 'the purchase is under way');

    started.child.kill('SIGTERM');
    await eventually(async () => ((await readyz()) === 503 ? true : undefined), 'it turns away');
    const [code, reason] = await closed;
    expect([code, String(reason)]).to.deep.equal([1001, 'restarting']);
    await client.query('COMMIT');
    expect((await purchase).status).to.equal(200);
    expect(await started.exit()).to.equal(0);
    const { rows } = await client.query(
      `SELECT count(*)::int AS n FROM ledger.event WHERE type = 'PaymentRequested'`,
    );
    expect(rows).to.deep.equal([{ n: 1 }]);
  });
});
