import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { streamOf } from '#/domain/values/ids.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { printProof, proveStream, type Proof } from './proof.ts';
import { rotateSealKey } from './sealer.ts';
import { newSealKey, sealedLog, type SealedLog } from './testing/sealed-log.ts';

const VERIFIER = join(import.meta.dirname, '../../scripts/verify-proof.mjs');

describe('The proof of a payment', () => {
  let log: SealedLog;
  let folder: string;
  let paymentId: string;

  const sell = (count: number): void => {
    for (let index = 0; index < count; index += 1) log.history.purchase();
  };

  before(async () => {
    log = await sealedLog();
    folder = await mkdtemp(join(tmpdir(), 'razao-proof-'));
    sell(13);
    paymentId = log.history.purchase({ title: 'Curso “ação”' });
    sell(8);
    log.history.report(paymentId, 'APPROVED');
    await log.happen();
    await log.sealAll();
  });
  after(async () => {
    await log.close();
    await rm(folder, { recursive: true });
  });

  const prove = (): Promise<Proof> =>
    proveStream(log.store, log.table, streamOf('payment', paymentId));

  const check = async (text: string, ...rest: readonly string[]) => {
    const file = join(folder, 'proof.ndjson');
    await writeFile(file, text);
    return new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, [VERIFIER, file, ...rest], (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
      });
    });
  };
  const withKey = (text: string, key = log.key.id) => check(text, '--key', key);

  it('is accepted by the stand-alone verifier with only the public key', async () => {
    const proof = await prove();
    expect(proof.events.map(({ type }) => type)).to.include('PaymentApproved');
    const { code, output } = await withKey(printProof(proof));
    expect([code, output]).to.deep.equal([0, output]);
    expect(output).to.match(
      /^Proved: \d events of payment-.* are recorded as sealed, the last by seal/,
    );
  });

  it('is rejected by the verifier without a key or with another key', async () => {
    const text = printProof(await prove());
    expect((await check(text)).code).to.equal(1);
    const { code, output } = await withKey(text, newSealKey().id);
    expect(code).to.equal(1);
    expect(output).to.match(/^Not proved: Seal \d+ is signed with/);
  });

  it('is rejected when an event, an audit path or a seal in it was altered', async () => {
    const text = printProof(await prove());
    const alterations: readonly (readonly [RegExp | string, string, RegExp])[] = [
      ['\\"amount\\":', '\\"amount\\":1', /was altered: its content does not have the hash/],
      [/"recordedAt":"2/, '"recordedAt":"3', /is not what seal \d+ covers/],
      [/"path":\["\w{4}/, '"path":["abcd', /is not what seal \d+ covers/],
      [/"index":\d+/, '"index":0', /is not what seal \d+ covers/],
      [/"root":"\w{4}/, '"root":"abcd', /The signature of seal \d+ does not fit/],
      [/"kind":"seal","number":\d+/, '"kind":"seal","number":99', /signature of seal 99/],
      [/\{"kind":"event".*\n/, '', /Events of the bundle are missing/],
      [/^\{/, '', /is unreadable/],
    ];
    for (const [pattern, replacement, expected] of alterations) {
      const altered = text.replace(pattern, replacement);
      expect(altered).to.not.equal(text);
      const { code, output } = await withKey(altered);
      expect([code, output], String(pattern)).to.satisfy(() => code === 1 && expected.test(output));
    }
  });

  it('names an event that is not sealed yet', async () => {
    const late = log.history.purchase();
    await log.happen();
    const proof = await proveStream(log.store, log.table, streamOf('payment', late));
    expect(proof.events.map(({ seal }) => seal)).to.deep.equal([null]);
    const { code, output } = await withKey(printProof(proof));
    expect([code, output.trim()]).to.deep.equal([
      1,
      `Not proved: PaymentRequested at ${proof.events[0]?.position} is not sealed yet.`,
    ]);
  });

  it('is accepted with the first published key after a key rotation, unless the rotation was forged', async () => {
    const { store, table, key } = log;
    const next = newSealKey();
    await rotateSealKey({ store, table, key, now: () => new Date().toISOString() }, next.id);
    log.history.requestRefund(paymentId);
    await log.happen();
    const sealer = await log.seal({ key: next });
    await eventually(log.isSealed, 'the new key seals');
    await sealer.stop();
    const text = printProof(await prove());
    expect((await withKey(text)).code).to.equal(0);
    const forged = text.replace(/("nextKeyId":")\w{64}/, `$1${newSealKey().id}`);
    expect((await withKey(forged)).output).to.include('is not signed by the key before it');
  });
});
