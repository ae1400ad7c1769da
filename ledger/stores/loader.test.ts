import { expect } from 'chai';
import pg from 'pg';
import { firstBrokenLink } from '#/ledger/audit/hash.ts';
import { logLoaderContract } from '#/ledger/contract/loading.ts';
import { facts, newStream, readLog } from '#/ledger/contract/samples.ts';
import { movedOf } from '#/ledger/log-loader.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { openEventStoreDbLoader } from './eventstoredb/loader.ts';
import { openEventStoreDb } from './eventstoredb.ts';
import { createMemoryStore } from './memory.ts';
import { openPostgresLoader } from './postgres/loader.ts';
import { openPostgresStore } from './postgres.ts';

logLoaderContract('The Postgres store', async () => {
  const database = await testDatabase();
  return {
    openLoader: () => openPostgresLoader(database.url),
    openStore: () => openPostgresStore({ connectionString: database.url }),
    dispose: database.drop,
  };
});

logLoaderContract('The EventStoreDB store', async () => {
  const beneath = createMemoryStore();
  const server = await testEventStoreDb(beneath);
  return {
    openLoader: () => openEventStoreDbLoader(server.url),
    openStore: () => openEventStoreDb({ connectionString: server.url }),
    dispose: async () => {
      await server.stop();
      await beneath.close();
    },
  };
});

describe('Copy of a Postgres log in another Postgres', () => {
  it('is identical to the original, including the hash chain', async () => {
    const [from, to] = [await testDatabase(), await testDatabase()];
    const source = await openPostgresStore({ connectionString: from.url });
    for (let index = 0; index < 3; index += 1) {
      await source.append(newStream(), facts(4), { expected: 'no_stream' });
    }
    const log = await readLog(source);
    const loader = await openPostgresLoader(to.url);
    await loader.load(log.map(movedOf));
    await loader.close();
    const target = await openPostgresStore({ connectionString: to.url });
    expect(await readLog(target)).to.deep.equal(log);
    await Promise.all([source.close(), target.close()]);
    await Promise.all([from.drop(), to.drop()]);
  });

  it('does not begin while another process writes there', async () => {
    const database = await testDatabase();
    const store = await openPostgresStore({ connectionString: database.url });
    await store.append(newStream(), facts(1), { expected: 'no_stream' });
    const refusal = await openPostgresLoader(database.url).catch((error: unknown) => error);
    expect(String(refusal)).to.include('Somebody else writes to the log here.');
    await store.close();
    await database.drop();
  });
});

describe('Postgres log of an earlier release', () => {
  it('is upgraded in place without rewriting any row', async () => {
    const database = await testDatabase();
    const connectionString = database.url;
    const original = await openPostgresStore({ connectionString });
    await original.append(newStream(), facts(3), { expected: 'no_stream' });
    const log = await readLog(original);
    await original.close();
    const client = new pg.Client({ connectionString });
    await client.connect();
    const versions = async () =>
      (await client.query<{ row: string }>('SELECT ctid || xmin::text AS row FROM ledger.event'))
        .rows;
    await client.query(
      `ALTER TABLE ledger.event DROP COLUMN sealed_as; COMMENT ON SCHEMA ledger IS 'Razão, layout 1'`,
    );
    const versionsBefore = await versions();
    const upgraded = await openPostgresStore({ connectionString });
    expect(await versions()).to.deep.equal(versionsBefore);
    await upgraded.append(newStream(), facts(1), { expected: 'no_stream' });
    const upgradedLog = await readLog(upgraded);
    expect(upgradedLog.slice(0, 3)).to.deep.equal(log);
    expect(firstBrokenLink(upgradedLog)).to.equal(undefined);
    await upgraded.close();
    await client.end();
    await database.drop();
  });

  it('fails to upgrade while a long read blocks it, names the reason, and succeeds afterwards', async function () {
    this.timeout(30_000);
    const database = await testDatabase();
    const connectionString = database.url;
    await (await openPostgresStore({ connectionString })).close();
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(
      `ALTER TABLE ledger.event DROP COLUMN sealed_as; COMMENT ON SCHEMA ledger IS 'Razão, layout 1'`,
    );
    await client.query('BEGIN; SELECT FROM ledger.event');
    const refusal = await openPostgresStore({ connectionString }).catch((error: unknown) => error);
    expect(refusal).to.have.property('message').that.includes('start again when that has ended');
    await client.query('COMMIT');
    await (await openPostgresStore({ connectionString })).close();
    await client.end();
    await database.drop();
  });
});
