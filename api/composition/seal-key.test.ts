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

describe('the seal key of a data folder', function () {
  this.timeout(20_000);
  let log: SealedLog;
  let dataDir: string;
  let old: SealKey;
  const next = newText();
  const nextId = readSealKey(next).id;
  const now = () => new Date().toISOString();

  const sealWith = async (key: SealKey): Promise<string> => {
    const sealer = await log.seal({ key });
    await sealer.stop();
    return key.id;
  };

  /** Starts as the product does, and returns the key that seals the log from now on. */
  const start = (env: Readonly<Record<string, string>> = {}): Promise<string> =>
    withSealKey(dataDir, env, sealWith);

  const files = async () => (await readdir(dataDir)).toSorted();

  const rotate = async (env: Readonly<Record<string, string>> = {}) => {
    const file = join(dataDir, 'new.key');
    await writeFile(file, next);
    const databaseUrl = log.pool.options.connectionString ?? '';
    const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env };
    const ended = await runScript('rotate-seal-key', [file], place);
    await rm(file);
    return ended;
  };

  beforeEach(async () => {
    log = await sealedLog();
    dataDir = await mkdtemp(join(tmpdir(), 'razao-key-'));
    old = await loadSealKey(dataDir, {});
    log.history.purchase();
    await log.happen();
    const sealer = await log.seal({ key: old });
    await eventually(log.isSealed, 'everything is sealed');
    await sealer.stop();
  });
  afterEach(async () => {
    await log.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is replaced by the command that hands the log over', async () => {
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

  it('is the old one when the command was killed before the log was handed over', async () => {
    await placeNextSealKey(dataDir, next);
    expect(await start()).to.equal(old.id);
    expect((await rotate()).code).to.equal(0);
    expect(await start()).to.equal(nextId);
    expect(await files()).to.deep.equal(['seal.key']);
  });

  const killAfterHandingOver = async (): Promise<void> => {
    await placeNextSealKey(dataDir, next);
    await rotateSealKey({ store: log.store, pool: log.pool, key: old, now }, nextId);
  };

  it('is found beside the old one when the command was killed after that', async () => {
    await killAfterHandingOver();
    expect(await files()).to.deep.equal(['seal.key', `seal.key.${nextId}`]);
    expect(await start()).to.equal(nextId);
    expect(await files()).to.deep.equal(['seal.key']);
    expect(await start()).to.equal(nextId);
  });

  it('is put in its place by the same command again, too', async () => {
    await killAfterHandingOver();
    expect((await rotate()).code).to.equal(0);
    expect(await files()).to.deep.equal(['seal.key']);
    expect(await start()).to.equal(nextId);
  });

  it('is asked for in one sentence where it is neither there nor beside', async () => {
    await rotateSealKey({ store: log.store, pool: log.pool, key: old, now }, nextId);
    const refused = await start().catch((error: unknown) => error);
    expect(refused)
      .to.be.instanceOf(SealRefusal)
      .with.property(
        'message',
        `The seal key is not the one that sealed this log last: its public key is ${old.id}, not ${nextId}: ` +
          `put that one in ${join(dataDir, 'seal.key')}.`,
      );
  });

  it('stays as it is where the key is given in the environment, and the command says what to set', async () => {
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
