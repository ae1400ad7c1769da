import { expect } from 'chai';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import {
  sessionLock,
  sessionUnlock,
  transactionLock,
  trySessionLock,
  tryTransactionLock,
  UNLOCK_SESSION,
} from './advisory-locks.ts';

/** A name with characters that SQL quotes. */
const LOCK = "recovery o'neill\\@example.com";

describe('A named lock in the database', () => {
  let database: TestDatabase;
  let one: pg.Client;
  let other: pg.Client;

  beforeEach(async () => {
    database = await testDatabase();
    one = new pg.Client({ connectionString: database.url });
    other = new pg.Client({ connectionString: database.url });
    await Promise.all([one.connect(), other.connect()]);
  });
  afterEach(async () => {
    await Promise.all([one.end(), other.end()]);
    await database.drop();
  });

  it('is held by one connection until that unlocks it', async () => {
    await one.query(sessionLock(LOCK));
    expect(await trySessionLock(other, LOCK)).to.equal(false);
    await one.query(sessionUnlock(LOCK));
    expect(await trySessionLock(other, LOCK)).to.equal(true);
    await other.query(UNLOCK_SESSION);
    expect(await trySessionLock(one, LOCK)).to.equal(true);
  });

  it('is held by one transaction until that ends, and blocks no other name', async () => {
    await one.query(`BEGIN; ${transactionLock(LOCK)}`);
    await other.query('BEGIN');
    expect(await tryTransactionLock(other, LOCK)).to.equal(false);
    expect(await tryTransactionLock(other, 'rebuild sales')).to.equal(true);
    await one.query('COMMIT');
    expect(await tryTransactionLock(other, LOCK)).to.equal(true);
  });
});
