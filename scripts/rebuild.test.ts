import { expect } from 'chai';
import pg from 'pg';
import { openStore } from '#/api/store.ts';
import { sellerBalance } from '#/projections/seller-balance.ts';
import { startProjections } from '#/projections/runner.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { runScript, type ScriptEnd } from '#/scripts/testing/run-script.ts';

describe('npm run rebuild', function () {
  this.timeout(30_000);
  let database: TestDatabase;

  const rebuild = (...more: readonly string[]): Promise<ScriptEnd> =>
    runScript('rebuild', more, { DATABASE_URL: database.url });

  beforeEach(async () => {
    database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    const store = await openStore({ databaseUrl: database.url });
    const history = new History();
    history.hear(history.purchase(), 'APPROVED');
    await appendAll(store, history.take());
    await (await startProjections({ store, pool, projections: [sellerBalance] })).stop();
    await store.close();
    await pool.end();
  });
  afterEach(() => database.drop());

  it('leads forward, back and forward again, and says where it leads', async () => {
    const forward = await rebuild('seller-balance');
    expect(forward.output).to.include('generation 2 is live, equal to what was live');
    const back = await rebuild('--back', 'seller-balance');
    expect(back.output).to.include('seller-balance: generation 1 is live again');
    const again = await rebuild('seller-balance');
    expect(again.output).to.include('generation 3 is live, equal to what was live');
    expect([forward.code, back.code, again.code]).to.deep.equal([0, 0, 0]);
  });

  it('says in one sentence that there is nothing to go back to', async () => {
    const { code, output } = await rebuild('--back', 'seller-balance');
    const [last] = output.trim().split('\n').toReversed();
    expect(last).to.equal('There is no generation of seller-balance before the live one.');
    expect(code).to.equal(1);
  });
});
