import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { startProduct, type Product } from '#/scripts/testing/product.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe('Commands about personal data', () => {
  let product: Product;

  before(async function () {
    this.timeout(60_000);
    product = await startProduct();
    const buyer = { email: 'jandira@example.com', name: 'Jandira Moura', cpf: '52998224725' };
    const purchase = { ...buyer, phone: '11987654321', offerId: 'demo-ebook' };
    const key = randomUUID();
    await product.ask('checkout.purchase', { ...purchase, paymentMethod: 'PIX' }, { key });
  });
  after(() => product.stop());

  const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    new Promise<CommandResult>((done) => {
      const script = join(import.meta.dirname, `${command}.ts`);
      const environment = { ...process.env, ...product.environment, PORT: '0', ...env };
      execFile(process.execPath, [script, ...args], { env: environment }, (error, out, err) => {
        done({ code: Number(error?.code ?? 0), out, err });
      });
    });

  it('npm start reports a wrong, unusable or missing master key in one sentence', async () => {
    const { code, err } = await run('start', [], { KEK: `kek-1:${keyOf(9)}` });
    expect([code, err.trim()]).to.deep.equal([
      1,
      'The personal data of this database is encrypted under another kek-1: set KEK to that one.',
    ]);
    const broken = await run('start', [], { KEK: 'too-short' });
    expect(broken.err.trim()).to.match(/^KEK is not usable: [^\n]+\.$/);
    const missing = await run('start', [], { KEK_FILE: '/nowhere/kek' });
    expect([missing.code, missing.err.trim()]).to.deep.equal([
      1,
      'KEK_FILE cannot be read at /nowhere/kek: ENOENT.',
    ]);
  });

  it('subject-export finds a person by e-mail, document or phone, and prints their data', async () => {
    const words = [
      '--email=JANDIRA@example.com',
      '--document=529.982.247-25',
      '--phone=11987654321',
    ];
    for (const word of words) {
      const { code, out, err } = await run('subject-export', [word]);
      expect(code, err).to.equal(0);
      const [{ records }] = JSON.parse(out);
      expect(records[0].events[0].personal['buyer.identity']).to.deep.equal({
        name: 'Jandira Moura',
        document: '52998224725',
      });
    }
    const unknown = await run('subject-export', ['--email=ninguem@example.com']);
    expect([unknown.code, unknown.out.trim()]).to.deep.equal([1, '[]']);
  });

  it('rotate-kek moves every key under a new master key while the product runs', async () => {
    const stored = JSON.parse(await readFile(join(product.dataDir, 'secrets.json'), 'utf8'));
    const KEK = `kek-2:${keyOf(6)},kek-1:${stored.masterKey}`;
    const rotated = await run('rotate-kek', [], { KEK });
    expect([rotated.code, rotated.out.trim()], rotated.err).to.deep.equal([
      0,
      'Every key is under kek-2; the older ones are not needed any more.',
    ]);
    const alone = await run('subject-export', ['--email=jandira@example.com'], {
      KEK: `kek-2:${keyOf(6)}`,
    });
    expect(alone.out).to.include('Jandira Moura');
    const reapplied = await run('reapply-erasures', [], { KEK: `kek-2:${keyOf(6)}` });
    expect(reapplied.out.trim()).to.equal('0 keys were back and are destroyed again.');
  });
});
