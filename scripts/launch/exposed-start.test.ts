import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { openStore } from '#/api/composition/store.ts';
import { defaultSuspensionLimits } from '#/domain/acquiring/health.ts';
import { routeEverythingTo } from '#/domain/acquiring/route.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { launch, type Launched } from '#/scripts/load/launch.ts';
import { sendSignal } from '#/scripts/load/process-tree.ts';
import { freePort } from '#/scripts/load/product.ts';
import { PASSWORD, people } from '#/scripts/seeds/demo-catalogue.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { runScript } from '#/scripts/testing/run-script.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { firstPeopleAt } from './testing/first-people.ts';

const START = join(import.meta.dirname, '..', 'commands', 'start.ts');
const PUBLIC_URL = 'https://loja.example';
const OWN_PASSWORD = 'cavalo bateria grampo';

describe('npm start at a public address', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let dataDir: string;
  let port: number;
  const running: Launched[] = [];

  const environment = () => ({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO_WEEKS: '0',
    RATE_LIMITS: 'false',
  });

  const start = async (
    variables: NodeJS.ProcessEnv,
    words: readonly string[] = [],
  ): Promise<Launched> => {
    const started = launch({
      command: [START, ...words],
      environment: { ...environment(), ...variables },
      log: join(dataDir, 'output'),
      upWith: 'Razão is at',
    });
    running.push(started);
    await started.up;
    return started;
  };

  const stop = async ({ pid, gone }: Launched): Promise<void> => {
    sendSignal(pid, 'SIGTERM');
    expect(await gone).to.equal('code 0');
  };

  const output = () => readFile(join(dataDir, 'output'), 'utf8');

  const signIn = async (email: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    return answer.status;
  };

  const statusOf = async (method: string, path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;

  beforeEach(async () => {
    database = await testDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'razao-exposed-'));
    port = await freePort();
  });

  afterEach(async () => {
    for (const { pid, gone } of running.splice(0)) {
      sendSignal(pid, 'SIGKILL');
      await gone;
    }
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('offers no demo, no sandbox and no published password', async () => {
    await start({ PUBLIC_URL });
    expect(await output()).not.to.include(PASSWORD);
    for (const { email } of Object.values(people)) expect(await signIn(email)).to.equal(401);
    expect(await statusOf('GET', '/checkout/demo-ebook')).to.equal(404);
    for (const path of [
      '/sandbox/payments/x/pay',
      '/sandbox/card-tokens',
      '/api/webhooks/sandbox/demo',
    ]) {
      expect(await statusOf('POST', path), path).to.equal(404);
    }
    expect(await statusOf('GET', '/readyz')).to.equal(200);
  });

  const linkIn = (text: string): string => {
    const links = [...text.matchAll(/https:\/\/loja\.example\/welcome#([\w-]{43})$/gm)];
    expect(links, text).to.have.lengthOf(1);
    return links[0]?.[1] ?? '';
  };

  const linkPrinted = async (): Promise<string> =>
    linkIn(
      await eventually(async () => {
        const printed = await output();
        return printed.includes('npm run invite prints another') ? printed : undefined;
      }, 'the link is printed'),
    );

  const invite = async (...words: readonly string[]) => {
    const { code, output: printed } = await runScript('invite', words, {
      ...environment(),
      PUBLIC_URL,
    });
    return { code, printed: printed.trim() };
  };

  const mara = { email: 'mara@loja.example', password: OWN_PASSWORD };
  const ana = { ...mara, email: 'ana@loja.example' };

  const peopleAt = (atPort = port) => firstPeopleAt(`http://127.0.0.1:${atPort}`);

  it('prints an invitation link, which replaces earlier ones, until the first master has signed up', async () => {
    await stop(await start({ PUBLIC_URL }));
    const ofFirstStart = await linkPrinted();
    await rm(join(dataDir, 'output'));
    const second = await start({ PUBLIC_URL });
    const ofSecondStart = await linkPrinted();
    const ofCommand = linkIn((await invite()).printed);
    const { accept, comeIn, createPlatform } = peopleAt();
    for (const replaced of [ofFirstStart, ofSecondStart])
      expect(await accept(replaced, mara)).to.equal(404);
    expect(await accept(ofCommand, mara)).to.equal(200);
    expect(await accept(ofCommand, ana)).to.equal(404);
    const without = await invite('--email', 'bia@loja.example');
    expect(without.printed).to.include('No platform has staff yet: its master creates one');
    const token = await createPlatform(await comeIn(mara), 'loja-azul', ana);
    expect(await accept(token, ana)).to.equal(200);
    await stop(second);
    await rm(join(dataDir, 'output'));
    await stop(await start({ PUBLIC_URL }));
    expect(await output()).not.to.include('/welcome#');
    expect(await invite()).to.deep.equal({
      code: 1,
      printed:
        'There is already a person who can sign in: name the person to invite with --email. If the log has lost that person, npm start prints a link.',
    });
    expect((await invite('--email', 'nobody')).printed).to.equal('nobody is no e-mail address.');
    const platform = await invite('--email', 'bia@loja.example', '--platform', 'other');
    expect(platform.printed).to.equal('Name a platform with --platform, one of loja-azul.');
    const { printed } = await invite('--email', 'Bia@Loja.example');
    await start({ PUBLIC_URL });
    expect(printed).to.include('bia@loja.example comes to administer the platform loja-azul');
    const bia = { ...ana, email: 'bia@loja.example' };
    expect(await accept(linkIn(printed), bia)).to.equal(200);
    const repeated = (await invite('--email', bia.email)).printed;
    expect(repeated).to.include('already. Who lost the password gets a link for another one');
  });

  it('refuses a database that holds the demo, unless started with --demo', async () => {
    await stop(await start({}));
    for (const closed of [{ PUBLIC_URL }, { DEMO: 'false' }]) {
      const { code, output: printed } = await runScript('start', [], {
        ...environment(),
        ...closed,
      });
      expect([code, printed.trim().split('\n').at(-1)]).to.deep.equal([
        1,
        'This place holds the demo world, whose passwords are published: start it with --demo if that is meant, or give DATABASE_URL (and EVENTSTORE_URL) or DATA_DIR a place of your own.',
      ]);
    }
    await start({ PUBLIC_URL }, ['--demo']);
    expect(await signIn(people.admin.email)).to.equal(200);
  });

  it('creates no demo data once the first master was invited', async () => {
    const started = await start({ PUBLIC_URL });
    const seeded = await runScript('seed', [], environment());
    expect(seeded.code).to.equal(1);
    expect(seeded.output).to.include('its first master was invited');
    expect(await signIn(people.admin.email)).to.equal(401);
    await stop(started);
    await rm(join(dataDir, 'output'));
    await start({});
    const printed = await eventually(async () => {
      const text = await output();
      return text.includes('npm run invite prints another') ? text : undefined;
    }, 'the link is printed');
    expect(printed).to.include(`http://localhost:${port}/welcome#`).and.not.include(PASSWORD);
    expect(await signIn(people.admin.email)).to.equal(401);
  });

  it('rejects the sandbox as an acquirer, both in accounts and in routes', async () => {
    await start({ PUBLIC_URL });
    const { accept, comeIn, createPlatform, post } = peopleAt();
    await accept(await linkPrinted(), mara);
    await accept(await createPlatform(await comeIn(mara), 'loja-azul', ana), ana);
    const cookie = await comeIn(ana);
    const path = '/api/admin.getAcquiring';
    const acquiring = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
    const text = await acquiring.text();
    expect(text).to.include('"pagarme"').and.not.include('sandbox');
    const { revision: basedOn } = JSON.parse(text);
    const routes = routeEverythingTo('sandbox');
    for (const [name, body] of [
      ['reviseRoutes', { routes, stepAside: defaultSuspensionLimits, basedOn }],
      ['connectAcquirer', { provider: 'sandbox', account: {} }],
    ] as const) {
      const answer = await post(`admin.${name}`, cookie, body);
      expect(Object(await answer.json()).code, name).to.equal('provider/not-offered');
    }
    const { output: printed } = await runScript('acquirers', ['use', 'sandbox'], {
      ...environment(),
      PUBLIC_URL,
    });
    expect(printed).to.include('sandbox is not connected');
  });

  it('has one master when a person accepts at two processes at once and one is killed', async () => {
    const killed = await start({ PUBLIC_URL });
    const other = await freePort();
    await start({ PUBLIC_URL, PORT: String(other) });
    const token = linkIn((await invite()).printed);
    const uses = [port, other, port, other, port].map((atPort) =>
      peopleAt(atPort)
        .accept(token, mara)
        .catch(() => 0),
    );
    await Promise.race(uses);
    sendSignal(killed.pid, 'SIGKILL');
    const statuses = await Promise.all(uses);
    if (!statuses.includes(200)) {
      await eventually(async () => {
        const status = await peopleAt(other).accept(token, mara);
        return status === 409 ? undefined : status;
      }, 'the link can be used again');
    }
    await peopleAt(other).comeIn(mara);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      `SELECT (SELECT count(*)::int FROM ledger.event WHERE type = 'MasterCreated') AS masters,
         (SELECT count(*)::int FROM auth.membership) AS memberships`,
    );
    await client.end();
    expect(rows).to.deep.equal([{ masters: 1, memberships: 1 }]);
  });

  it('refuses demo data whose log is on EventStoreDB', async () => {
    const log = createMemoryStore();
    const history = new History();
    history.purchase();
    await appendAll(log, history.take());
    const server = await testEventStoreDb(log);
    try {
      const places = { ...environment(), PUBLIC_URL, EVENTSTORE_URL: server.url };
      const { code, output: printed } = await runScript('start', [], places);
      expect(printed).to.include('This place holds the demo world');
      expect(code).to.equal(1);
    } finally {
      await server.stop();
    }
  });

  it('refuses demo data left by an interrupted seed', async () => {
    const store = await openStore({ databaseUrl: database.url });
    const history = new History();
    history.purchase();
    await appendAll(store, history.take());
    await store.close();
    const { code, output: printed } = await runScript('start', [], {
      ...environment(),
      PUBLIC_URL,
    });
    expect(code).to.equal(1);
    expect(printed).to.include('This place holds the demo world');
  });

  it('reports a HOST that is no address of this machine', async () => {
    const HOST = '203.0.113.9';
    const { code, output: printed } = await runScript('start', [], { ...environment(), HOST });
    expect(code).to.equal(1);
    expect(printed).to.include(`HOST is not usable: ${HOST} is no address of this machine`);
  });
});
