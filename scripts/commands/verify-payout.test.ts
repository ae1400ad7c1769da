import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { commitmentOf } from '#/api/withdrawals/sign-payout.ts';
import { cents } from '#/domain/values/money.ts';
import { statementText } from '#/domain/withdrawal/statement.ts';
import { readSigningKey } from '#/ledger/ed25519.ts';

const VERIFIER = join(import.meta.dirname, '..', 'verify-payout.mjs');

const destination = {
  pixType: 'EMAIL',
  pixKey: 'ana@example.com',
  name: 'Ana Júlia',
  document: '52998224725',
  blinding: 'b1',
} as const;

describe('verify-payout', () => {
  let folder: string;
  const key = readSigningKey(randomBytes(32).toString('base64'));
  const statement = statementText('w-1', 'demo', {
    amount: cents(4_850),
    approvers: ['admin:ana', 'admin:bia'],
    currency: 'BRL',
    destination: commitmentOf(destination),
    signedAt: '2026-11-20T15:00:00.000Z',
  });
  const signature = key.sign(Buffer.from(statement));

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-payout-'));
  });
  after(() => rm(folder, { recursive: true }));

  const write = async (name: string, value: object): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, JSON.stringify(value));
    return file;
  };

  const run = (...options: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFIER, ...options], {
      encoding: 'utf8',
    });
    return { status, output: `${stdout}${stderr}`.trim() };
  };

  it('proves with the public key alone that the platform signed a payout, and where it went', async () => {
    const file = await write('signed.json', { statement, keyId: key.id, signature });
    const destinationFile = await write('destination.json', destination);
    const output =
      'Proved: demo signed the payout w-1 of BRL 48.50 to the given destination at 2026-11-20T15:00:00.000Z, approved by admin:ana, admin:bia.';
    expect(run(file, '--key', key.id, '--destination', destinationFile)).to.deep.equal({
      status: 0,
      output,
    });
    expect(run(file).status, 'without a key that is trusted').to.equal(1);
  });

  it('proves nothing of a changed statement, another key, or another destination', async () => {
    const other = readSigningKey(randomBytes(32).toString('base64'));
    const changed = statement.replace('4850', '4851');
    const files = {
      'The signature does not fit the statement.': { statement: changed, keyId: key.id, signature },
      [`It is signed with ${other.id}, which is not the given key.`]: {
        statement,
        keyId: other.id,
        signature: other.sign(Buffer.from(statement)),
      },
      'The file is no signature of a payout.': {},
    };
    for (const [why, content] of Object.entries(files)) {
      const file = await write('other.json', content);
      expect(run(file, '--key', key.id)).to.deep.equal({ status: 1, output: `Not proved: ${why}` });
    }
    const file = await write('signed.json', { statement, keyId: key.id, signature });
    const destinationFile = await write('elsewhere.json', {
      ...destination,
      pixKey: 'thief@example.com',
    });
    expect(run(file, '--key', key.id, '--destination', destinationFile)).to.deep.equal({
      status: 1,
      output: 'Not proved: It was not signed for this destination.',
    });
    expect(run(join(folder, 'none.json')).output).to.match(/^Not proved: a file is unreadable/);
  });
});
