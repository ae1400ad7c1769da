import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openStore } from './store.ts';

describe('What the sandbox keeps', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'razao-sandbox-'));
    file = join(folder, 'sandbox.db');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const modes = () =>
    Promise.all(
      ['', '-wal', '-shm'].map(async (suffix) => (await stat(`${file}${suffix}`)).mode & 0o777),
    );

  it('is read by its owner alone', async () => {
    const store = openStore(file);
    expect(await modes()).to.deep.equal([0o600, 0o600, 0o600]);
    store.close();
  });

  it('is so too when all could read it before', async () => {
    const before = openStore(file);
    for (const suffix of ['', '-wal', '-shm']) await chmod(`${file}${suffix}`, 0o644);
    const again = openStore(file);
    expect(await modes()).to.deep.equal([0o600, 0o600, 0o600]);
    again.close();
    before.close();
  });
});
