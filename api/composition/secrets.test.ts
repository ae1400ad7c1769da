import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { OperatorError } from '#/ledger/operator-error.ts';
import { WrongMasterKey } from '#/ledger/vault/master-keys.ts';
import { loadSecrets } from './secrets.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('loadSecrets', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'razao-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('creates the secrets once and returns the same ones afterwards', async () => {
    const first = await loadSecrets(folder, {});
    expect(await loadSecrets(folder, {})).to.deep.equal(first);
    expect(first.masterKeys.map(({ id }) => id)).to.deep.equal(['kek-1']);
  });

  it('reads the master keys from KEK or from the file named by KEK_FILE', async () => {
    const file = join(folder, 'kek');
    await writeFile(file, `kek-2:${keyOf(2)}\nkek-1:${keyOf(1)}\n`);
    const fromFile = await loadSecrets(folder, { KEK_FILE: file });
    const fromText = await loadSecrets(folder, { KEK: `kek-2:${keyOf(2)},kek-1:${keyOf(1)}` });
    expect(fromFile.masterKeys.map(({ id }) => id)).to.deep.equal(['kek-2', 'kek-1']);
    expect(fromText.masterKeys).to.deep.equal(fromFile.masterKeys);
  });

  it('adds a lasting secret for files to older secrets, and prefers FILES_SECRET', async () => {
    await loadSecrets(folder, {});
    const file = join(folder, 'secrets.json');
    const { filesSecret: _, ...old } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify(old));
    const { filesSecret, idempotencySecret } = await loadSecrets(folder, {});
    expect(filesSecret).to.have.length.greaterThan(32).and.not.equal(idempotencySecret);
    expect((await loadSecrets(folder, {})).filesSecret).to.equal(filesSecret);
    const secret = 'a secret of thirty-two characters';
    expect((await loadSecrets(folder, { FILES_SECRET: secret })).filesSecret).to.equal(secret);
  });

  it('gives concurrent starts the same secrets, and leaves no temporary files', async () => {
    const starts = Array.from({ length: 5 }, () => loadSecrets(folder, {}));
    const [first, ...others] = await Promise.all(starts);
    for (const other of others) expect(other).to.deep.equal(first);
    expect(await readdir(folder)).to.deep.equal(['secrets.json']);
  });

  it('rejects a damaged secrets file and names the file', async () => {
    const file = join(folder, 'secrets.json');
    for (const broken of ['', '{', '{}', '[]', '{"masterKey":1}']) {
      await writeFile(file, broken);
      const refused = await loadSecrets(folder, {}).catch((error: unknown) => error);
      expect(refused, broken).to.be.instanceOf(OperatorError);
      expect(String(refused)).to.include(file);
    }
  });

  it('rejects a secret that is too short and names its variable', async () => {
    const short = { SESSION_SECRET: 'short' };
    const refused = await loadSecrets(folder, short).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(OperatorError);
    expect(String(refused)).to.match(/SESSION_SECRET is not usable: [^\n]+\.$/);
  });

  it('fails with ENOENT where the folder cannot be created', async () => {
    const refused = await loadSecrets('/proc/razao/data', {}).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'ENOENT', path: '/proc/razao' });
  });

  it('rejects KEK and KEK_FILE given together', async () => {
    const both = { KEK: keyOf(1), KEK_FILE: join(folder, 'kek') };
    const refused = await loadSecrets(folder, both).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(WrongMasterKey);
  });
});
