import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readSealKey, SealRefusal, type SealKey } from '#/ledger/audit/seal.ts';
import { rotateSealKey } from '#/ledger/audit/sealer.ts';
import { sealedLog, type SealedLog } from '#/ledger/audit/testing/sealed-log.ts';
import { verifyLog } from '#/ledger/audit/verify.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { runScript } from '#/scripts/testing/run-script.ts';
import { loadSealKey, placeNextSealKey, withSealKey } from './seal-key.ts';

const newText = (): string => randomBytes(32).toString('base64');

describe('Rotation of the seal key', function () {
  this.timeout(20_000);
  let log: SealedLog;
  let dataDir: string;
  let oldKey: SealKey;
  const next = newText();
  const nextId = readSealKey(next).id;
  const now = () => new Date().toISOString();

  const sealWith = async (key: SealKey): Promise<string> => {
    const sealer = await log.seal({ key });
    await sealer.stop();
    return key.id;
  };

  /** Starts as the product does. @returns the id of the key that seals the log from now on */
  const start = (env: Readonly<Record<string, string>> = {}): Promise<string> =>
    withSealKey(dataDir, env, sealWith);

  const files = async () => (await readdir(dataDir)).toSorted();

  const rotate = async (env: Readonly<Record<string, string>> = {}) => {
    const file = join(dataDir, 'new.key');
    await writeFile(file, next);
    const databaseUrl = log.pool.options.connectionString ?? '';
    const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env };
    const result = await runScript('rotate-seal-key', [file], place);
    await rm(file);
    return result;
  };

  beforeEach(async () => {
    log = await sealedLog();
    dataDir = await mkdtemp(join(tmpdir(), 'razao-key-'));
    oldKey = await loadSealKey(dataDir, {});
    log.history.purchase();
    await log.happen();
    const sealer = await log.seal({ key: oldKey });
    await eventually(log.isSealed, 'everything is sealed');
    await sealer.stop();
  });
  afterEach(async () => {
    await log.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('replaces the key file and hands the log over to the new key', async () => {
    const { code, output } = await rotate();
    expect(output).to.include(`The log is sealed by ${nextId} from now on.`);
    expect(output).to.include('start every process again');
    expect(code).to.equal(0);
    expect(await files()).to.deep.equal(['seal.key']);
    expect((await readFile(join(dataDir, 'seal.key'), 'utf8')).trim()).to.equal(next);
    expect(await start()).to.equal(nextId);
    const { finding, keyId } = await verifyLog({ store: log.store, table: log.table });
    expect([finding, keyId]).to.deep.equal([null, nextId]);
  });

  it('keeps the old key when killed before the handover, and can then be repeated', async () => {
    await placeNextSealKey(dataDir, next);
    expect(await start()).to.equal(oldKey.id);
    expect((await rotate()).code).to.equal(0);
    expect(await start()).to.equal(nextId);
    expect(await files()).to.deep.equal(['seal.key']);
  });

  const killAfterHandingOver = async (): Promise<void> => {
    await placeNextSealKey(dataDir, next);
    await rotateSealKey({ store: log.store, table: log.table, key: oldKey, now }, nextId);
  };

  it('installs the new key at the next start when killed after the handover', async () => {
    await killAfterHandingOver();
    expect(await files()).to.deep.equal(['seal.key', `seal.key.${nextId}`]);
    expect(await start()).to.equal(nextId);
    expect(await files()).to.deep.equal(['seal.key']);
    expect(await start()).to.equal(nextId);
  });

  it('installs the new key when repeated after it was killed past the handover', async () => {
    await killAfterHandingOver();
    expect((await rotate()).code).to.equal(0);
    expect(await files()).to.deep.equal(['seal.key']);
    expect(await start()).to.equal(nextId);
  });

  it('prevents a start without the new key, and names that key and the file it belongs in', async () => {
    await rotateSealKey({ store: log.store, table: log.table, key: oldKey, now }, nextId);
    const refused = await start().catch((error: unknown) => error);
    expect(refused)
      .to.be.instanceOf(SealRefusal)
      .with.property(
        'message',
        `The seal key is not the one that sealed this log last: its public key is ${oldKey.id}, not ${nextId}: ` +
          `put that one in ${join(dataDir, 'seal.key')}.`,
      );
  });

  it('leaves the key file unchanged when the key is given in SEAL_KEY, and asks to change SEAL_KEY', async () => {
    const text = (await readFile(join(dataDir, 'seal.key'), 'utf8')).trim();
    const { code, output } = await rotate({ SEAL_KEY: text });
    expect(output).to.include('Now set SEAL_KEY to the new key, and start every process again.');
    expect(code).to.equal(0);
    expect((await readFile(join(dataDir, 'seal.key'), 'utf8')).trim()).to.equal(text);
    expect(await start({ SEAL_KEY: next })).to.equal(nextId);
    const refused = await start({ SEAL_KEY: text }).catch((error: unknown) => error);
    expect(String(refused)).to.include('set SEAL_KEY to that one.');
  });
});
