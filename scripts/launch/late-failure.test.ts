import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startServer } from '#/api/main.ts';
import { openStore } from '#/api/composition/store.ts';
import { UnreadableEvent } from '#/ledger/codec.ts';
import { webFolder } from './built-web.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { processesOf } from '#/scripts/testing/started-product.ts';

describe('A start that fails late', () => {
  let database: TestDatabase;
  let dataDir: string;

  beforeEach(async () => {
    database = await testDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'razao-composition-'));
  });

  afterEach(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const connections = async (): Promise<number> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await client.end();
    return rows[0]?.n ?? 0;
  };

  const start = (web = webFolder) =>
    startServer({
      databaseUrl: database.url,
      host: '127.0.0.1',
      port: 0,
      demo: 'local',
      dataDir,
      webFolder: web,
      onProgress: () => undefined,
      logTo: { write: () => undefined },
    });

  it('leaves no database connection and no process when the log holds an unknown event', async () => {
    const store = await openStore({ databaseUrl: database.url });
    const event = { id: randomUUID(), type: 'NobodyKnows', data: '{}', meta: '{"v":1}' };
    await store.append('probe-1', [event], { expected: 'no_stream' });
    await store.close();

    const failure = await start().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(UnreadableEvent);
    expect(String(failure)).to.include('This log holds events that this release does not know');
    expect(await connections()).to.equal(0);
    expect(processesOf(dataDir)).to.deep.equal([]);
  });

  it('leaves no database connection and no process when the web folder is missing', async () => {
    const failure = await start(join(dataDir, 'no-web')).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error);
    expect(await connections()).to.equal(0);
    expect(processesOf(dataDir)).to.deep.equal([]);
  });
});
