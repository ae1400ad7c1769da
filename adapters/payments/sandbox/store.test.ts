import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openStore } from './store.ts';

describe('Sandbox store', () => {
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

  it('creates database files that only their owner can read', async () => {
    const store = openStore(file);
    expect(await modes()).to.deep.equal([0o600, 0o600, 0o600]);
    store.close();
  });

  it('makes existing database files that others can read readable by their owner only', async () => {
    const original = openStore(file);
    for (const suffix of ['', '-wal', '-shm']) await chmod(`${file}${suffix}`, 0o644);
    const reopened = openStore(file);
    expect(await modes()).to.deep.equal([0o600, 0o600, 0o600]);
    reopened.close();
    original.close();
  });
});
