import { expect } from 'chai';
import pg from 'pg';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import type { TestDatabase } from '#/scripts/testing/postgres.ts';

const query = async (database: TestDatabase, statement: string) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
};

describe('testDatabase', () => {
  it('gives every suite a database of its own', async () => {
    const [mine, other] = await Promise.all([testDatabase(), testDatabase()]);
    try {
      await query(mine, 'CREATE TABLE sale (id int)');
      expect(await query(mine, 'SELECT count(*)::int AS n FROM sale')).to.deep.equal([{ n: 0 }]);
      const error = await query(other, 'SELECT FROM sale').catch((failure: unknown) => failure);
      expect(error).to.have.property('code', '42P01');
    } finally {
      await Promise.all([mine.drop(), other.drop()]);
    }
  });

  it('drops a database that is still in use', async () => {
    const database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    const ended = new Promise((done) => client.on('error', done));
    await client.connect();
    await database.drop();
    expect(await ended).to.be.an('error');
    const error = await query(database, 'SELECT 1').catch((failure: unknown) => failure);
    expect(error).to.have.property('code', '3D000');
  });
});
