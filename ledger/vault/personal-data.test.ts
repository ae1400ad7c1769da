import { expect } from 'chai';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { rotateMasterKey } from './postgres/key-ring.ts';
import { parseMasterKeys, WrongMasterKey, type MasterKeys } from './master-keys.ts';
import type { Vault } from './personal-data.ts';
import { createVault } from './postgres/vault.ts';
import { KEY_SECONDS } from './subject-keys.ts';
import { vaultContract } from './vault.contract.ts';
import { retentionClasses } from '#/domain/privacy/encrypted.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const oldKey = parseMasterKeys(keyOf(3));
const bothKeys = parseMasterKeys(`kek-2:${keyOf(5)}, kek-1:${keyOf(3)}`);
const newKey = parseMasterKeys(`kek-2:${keyOf(5)}`);

const person = { name: 'Maria da Silva', document: '52998224725' };
const maria = { platformId: 'demo', email: 'maria@example.com' };
const mariaInFull = { ...maria, document: '529.982.247-25', phone: '(11) 98765-4321' };

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('Vault of personal data', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  const open = (masterKeys: MasterKeys = oldKey): Promise<Vault> =>
    createVault({ pool, masterKeys });

  beforeEach(async () => {
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url });
  });

  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  vaultContract(() => open());

  it('encrypts nothing with keys that a failover has lost', async () => {
    const vault = await createVault({ pool, masterKeys: oldKey });
    const lost = await vault.encrypt(await vault.subjectFor(maria), 'fiscal', person);
    await pool.query('TRUNCATE vault.subject_index, vault.subject_lookup, vault.subject_key');
    vault.forget();
    const current = await vault.encrypt(await vault.subjectFor(maria), 'fiscal', person);
    const other = await open();
    expect(await other.openMany([lost, current])).to.deep.equal([undefined, person]);
  });

  it('stores neither e-mail nor document in clear', async () => {
    await (await open()).subjectFor(mariaInFull);
    for (const table of ['subject_index', 'subject_lookup']) {
      const { rows } = await pool.query(`SELECT row::text FROM vault.${table} AS row`);
      expect(rows.length).to.be.above(0);
      expect(JSON.stringify(rows)).to.not.match(/maria|52998224725/);
    }
  });

  it('stores nothing of a destroyed key but the time of its destruction', async () => {
    const vault = await open();
    const subject = await vault.subjectFor(mariaInFull);
    await vault.destroy(retentionClasses.map((each) => ({ subject, class: each })));
    const { rows } = await pool.query(
      'SELECT count(wrapped)::int AS keys, count(destroyed_at)::int AS destroyed FROM vault.subject_key',
    );
    expect(rows).to.deep.equal([{ keys: 0, destroyed: 2 }]);
  });

  it('forgets a key that is destroyed while it is being loaded', async () => {
    const vault = await open();
    const subject = await vault.subjectFor(maria);
    const fiscal = await vault.encrypt(subject, 'fiscal', person);
    const queried = Promise.withResolvers<void>();
    const destroyed = Promise.withResolvers<void>();
    const slow = new pg.Pool({ connectionString: database.url });
    const { query } = slow;
    Object.assign(slow, {
      query: async (...parts: readonly unknown[]): Promise<unknown> => {
        const answer: unknown = await Reflect.apply(query, slow, parts);
        if (!String(parts[0]).includes('FROM vault.subject_key\n')) return answer;
        queried.resolve();
        await destroyed.promise;
        return answer;
      },
    });
    const other = await createVault({ pool: slow, masterKeys: oldKey });
    const reading = other.decrypt(fiscal);
    await queried.promise;
    await other.destroy([{ subject, class: 'fiscal' }]);
    destroyed.resolve();
    expect(await reading, 'asked for before').to.deep.equal(person);
    expect(await other.decrypt(fiscal)).to.equal(undefined);
    await slow.end();
  });

  it('uses a key at most a minute after another process has destroyed it, by its own clock', async () => {
    let elapsed = 1_000;
    const machine = { ...thisMachine, elapsedMs: () => elapsed };
    const vault = await createVault({ pool, masterKeys: oldKey, machine });
    const subject = await vault.subjectFor(maria);
    const fiscal = await vault.encrypt(subject, 'fiscal', person);
    expect(await vault.decrypt(fiscal)).to.deep.equal(person);
    await (await open()).destroy([{ subject, class: 'fiscal' }]);
    elapsed += KEY_SECONDS * 1_000;
    expect(await vault.decrypt(fiscal), 'within the minute').to.deep.equal(person);
    elapsed += 1;
    expect(await vault.decrypt(fiscal)).to.equal(undefined);
  });

  it('lists destroyed keys that a restored backup brought back', async () => {
    const vault = await open();
    const subject = await vault.subjectFor(maria);
    const keys = [
      { subject, class: 'contact' },
      { subject, class: 'fiscal' },
    ] as const;
    await vault.destroy([keys[0]]);
    await pool.query(`UPDATE vault.subject_key SET wrapped = 'back' WHERE class = 'contact'`);
    expect(await vault.survivors([keys[0]])).to.deep.equal([keys[0]]);
  });

  it('refuses to open with a wrong master key, or without one that is in use', async () => {
    await open();
    const another = await failure(open(parseMasterKeys(keyOf(4))));
    expect(another)
      .to.be.instanceOf(WrongMasterKey)
      .with.property('message')
      .that.includes('kek-1');
    const unnamed = await failure(open(newKey));
    expect(unnamed).to.be.instanceOf(WrongMasterKey);
    await open(bothKeys);
    expect(await failure(open(oldKey))).to.be.instanceOf(WrongMasterKey);
  });

  it('detects a wrong master key in a database without check values', async () => {
    await (await open()).subjectFor(maria);
    await pool.query('DELETE FROM vault.master_key');
    for (const wrong of [parseMasterKeys(keyOf(4)), newKey]) {
      expect(await failure(open(wrong))).to.be.instanceOf(WrongMasterKey);
    }
    await open(bothKeys);
    expect(await failure(open(newKey))).to.be.instanceOf(WrongMasterKey);
  });

  it('rotates to a new master key while in use, and then works without the old one', async () => {
    const original = await open();
    const subject = await original.subjectFor(mariaInFull);
    const encrypted = await original.encrypt(subject, 'fiscal', person);
    for (let index = 0; index < 600; index += 1) {
      await original.subjectFor({ ...maria, email: `${index}@example.com` });
    }
    const during = await open(bothKeys);
    const joined = await during.subjectFor({ ...maria, email: 'joao@example.com' });
    const progress: number[] = [];
    await rotateMasterKey(pool, bothKeys, ({ done, left }) => progress.push(done, left));
    expect(progress.slice(0, 2)).to.deep.equal([0, 1_202]);
    expect(progress.slice(-2)).to.deep.equal([1_202, 0]);
    const rotated = await open(newKey);
    expect(await rotated.decrypt(encrypted)).to.deep.equal(person);
    expect(await rotated.find(mariaInFull)).to.deep.equal([subject]);
    expect(await rotated.subjectFor({ ...maria, email: 'joao@example.com' })).to.equal(joined);
  });

  it('completes a rotation of the master key that was interrupted', async () => {
    const vault = await open();
    const subject = await vault.subjectFor(maria);
    const encrypted = await vault.encrypt(subject, 'contact', person);
    const stopped = await failure(
      rotateMasterKey(pool, bothKeys, ({ done }) => {
        if (done > 0) throw new Error('stopped');
      }),
    );
    expect(stopped).to.have.property('message', 'stopped');
    expect(await (await open(bothKeys)).decrypt(encrypted)).to.deep.equal(person);
    await rotateMasterKey(pool, bothKeys, () => undefined);
    expect(await (await open(newKey)).decrypt(encrypted)).to.deep.equal(person);
  });
});

describe('parseMasterKeys', () => {
  it('parses a single unnamed key, and several named keys in their order', () => {
    expect(parseMasterKeys(keyOf(1)).map(({ id }) => id)).to.deep.equal(['kek-1']);
    const lines = `kek-9:${keyOf(1)}\nkek-8:${keyOf(2)}\n`;
    expect(parseMasterKeys(lines).map(({ id }) => id)).to.deep.equal(['kek-9', 'kek-8']);
  });

  it('rejects invalid keys without showing them in the message', () => {
    for (const text of ['', 'short', `a:${keyOf(1)},a:${keyOf(2)}`, `a b:${keyOf(1)}`]) {
      let thrown: unknown;
      try {
        parseMasterKeys(text);
      } catch (error) {
        thrown = error;
      }
      expect(thrown, text).to.be.instanceOf(WrongMasterKey);
      expect(String(thrown)).to.not.include(keyOf(1));
    }
  });
});
