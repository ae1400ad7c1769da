import { expect } from 'chai';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { credentialsContract } from './credentials.contract.ts';
import { openCredentials } from './postgres/credentials.ts';
import { rotateMasterKey } from './postgres/key-ring.ts';
import { parseMasterKeys } from './master-keys.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const oldKey = parseMasterKeys(keyOf(3));
const bothKeys = parseMasterKeys(`kek-2:${keyOf(5)}, kek-1:${keyOf(3)}`);
const newKey = parseMasterKeys(`kek-2:${keyOf(5)}`);

const account = { baseUrl: 'https://api.onz.example', clientSecret: 'a secret of the platform' };

describe('Credentials of a platform', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  before(async () => {
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  const open = (masterKeys = oldKey) => openCredentials({ pool, masterKeys });

  credentialsContract(() => open());

  it('are encrypted in the table', async () => {
    await (await open()).put('demo', 'onz', account);
    const { rows } = await pool.query<{ row: string }>(
      `SELECT (c::text || encode(wrapped, 'escape')) AS row FROM vault.credential AS c`,
    );
    expect(rows.length).to.be.above(0);
    for (const { row } of rows) expect(row).to.not.include('secret');
  });

  it('cannot be decrypted after their row was moved to another platform', async () => {
    const { get, put, remove } = await open();
    await put('demo', 'onz', account);
    await pool.query(
      `UPDATE vault.credential SET owner = 'evil' WHERE owner = 'demo' AND name = 'onz'`,
    );
    expect(await get('evil', 'onz').catch(() => 'does not open')).to.equal('does not open');
    await remove('evil', 'onz');
    expect(await get('evil', 'onz')).to.equal(undefined);
  });

  it('can be read with the new master key after a rotation', async () => {
    await (await open()).put('demo', 'onz', account);
    await rotateMasterKey(pool, bothKeys, () => undefined);
    expect(await (await open(newKey)).get('demo', 'onz')).to.deep.equal(account);
  });
});
