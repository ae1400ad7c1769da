import { expect } from 'chai';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { createVault, type Vault } from './personal-data.ts';

const masterKey = Buffer.alloc(32, 3);
const person = { name: 'Maria da Silva', document: '52998224725' };

describe('the vault of personal data', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  const open = (key = masterKey): Promise<Vault> =>
    createVault({ pool, masterKey: key, masterKeyId: 'kek-1' });

  beforeEach(async () => {
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url });
  });

  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('gives back what was sealed, also to another process', async () => {
    const vault = await open();
    const subject = await vault.subjectFor('Maria@Example.com');
    const sealed = await vault.seal(subject, 'fiscal', person);
    expect(JSON.stringify(sealed)).to.not.include('Maria');
    const other = await open();
    expect(await other.open(sealed)).to.deep.equal(person);
    expect(await other.openMany([sealed, sealed])).to.deep.equal([person, person]);
  });

  it('knows a person again by the e-mail, whatever its case, without keeping it', async () => {
    const [here, there] = [await open(), await open()];
    const subjects = await Promise.all([
      here.subjectFor('maria@example.com'),
      there.subjectFor(' MARIA@example.com'),
      here.subjectFor('joao@example.com'),
    ]);
    expect(subjects[0]).to.equal(subjects[1]);
    expect(subjects[2]).to.not.equal(subjects[0]);
    const { rows } = await pool.query('SELECT i::text FROM vault.subject_index AS i');
    expect(JSON.stringify(rows)).to.not.include('maria');
  });

  it('makes one key however many seal at once', async () => {
    const vaults = await Promise.all([open(), open(), open()]);
    const [vault] = vaults;
    const subject = (await vault?.subjectFor('maria@example.com')) ?? '';
    const texts = await Promise.all(vaults.map((each) => each.seal(subject, 'contact', person)));
    for (const each of vaults) {
      expect(await each.openMany(texts)).to.deep.equal([person, person, person]);
    }
  });

  it('seals the same words differently each time, and bound to their owner', async () => {
    const vault = await open();
    const subject = await vault.subjectFor('maria@example.com');
    const [one, two] = [
      await vault.seal(subject, 'fiscal', person),
      await vault.seal(subject, 'fiscal', person),
    ];
    expect(one.ciphertext).to.not.equal(two.ciphertext);
    const moved = { ...one, class: 'contact' } as const;
    await vault.seal(subject, 'contact', person);
    expect(await vault.open(moved).catch(() => 'not to be read there')).to.equal(
      'not to be read there',
    );
  });

  it('reads nothing once the key was destroyed, and nothing with another master key', async () => {
    const vault = await open();
    const subject = await vault.subjectFor('maria@example.com');
    const sealed = await vault.seal(subject, 'fiscal', person);
    const stranger = await open(Buffer.alloc(32, 4));
    expect(await stranger.open(sealed).catch(() => 'refused')).to.equal('refused');
    await pool.query('UPDATE vault.subject_key SET wrapped = NULL, destroyed_at = now()');
    expect(await (await open()).open(sealed)).to.equal(undefined);
  });
});
