import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { none } from '#/adapters/payments/providers/none.ts';
import { onz } from '#/adapters/payments/providers/onz.ts';
import { definitionOf, providers, providersByClients } from '#/adapters/payments/registry.ts';
import { fairpay } from '#/adapters/payments/providers/fairpay.ts';
import { loadEvidence } from '#/adapters/payments/testing/evidence.ts';
import { wireConstants } from '#/adapters/payments/wire-constants.ts';
import { capabilityMatrix, constantsMatrix } from '#/scripts/providers/matrix.ts';
import { withProvider } from '#/scripts/providers/skeleton.ts';

const registry = readFileSync(new URL('../adapters/payments/registry.ts', import.meta.url), 'utf8');

describe('npm run providers', () => {
  it('shows what each acquirer offers, and not that none is one', async () => {
    const lines = (await capabilityMatrix([onz, none, fairpay], await loadEvidence())).split('\n');
    expect(lines.slice(2)).to.deep.equal([
      '| Fairpay | ✓ | ✓ | ✓ | ✓ |  |  | ✓ |  |  | none: read back | inferred |',
      '| ONZ | ✓ |  |  | ✓ | PIX |  |  |  |  | none here (mutual TLS is the proxy’s): read back | documented but for refund |',
    ]);
  });
});

describe('README.md', () => {
  it('quotes what npm run providers prints', async () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const every = [...Object.values(providers), ...Object.values(providersByClients)];
    const matrix = await capabilityMatrix(every, await loadEvidence());
    expect(readme).to.include(`\n\n${matrix.trim()}\n\n`);
    const constants = constantsMatrix(wireConstants, (id) => definitionOf(id).label);
    expect(readme).to.include(`\n\n${constants.trim()}\n\n`);
  });
});

describe('npm run new-provider', () => {
  const words = (text: string) =>
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .toSorted();

  it('adds an import and a name to the registry, and keeps the rest', () => {
    const added = withProvider(registry, 'newbank');
    const line = "import { newbank } from './providers/newbank.ts';";
    expect(added).to.include(`\n${line}\n`);
    expect(words(added)).to.deep.equal(words(`${registry} ${line} newbank`));
  });

  it('breaks the line of names when it is too long', () => {
    const long = Array.from('abcdefghijklmnop').reduce(
      (text, letter) => withProvider(text, `acquirer${letter}`),
      registry,
    );
    expect(long).to.include('\n  acquirera,\n  acquirerb,\n');
    expect(withProvider(long, 'newbank')).to.include('\n  newbank,\n');
  });

  it('does not touch what it does not know, or has', () => {
    for (const [text, id] of [
      ['export const providers = new Map();', 'newbank'],
      [registry, 'onz'],
    ] as const) {
      expect(() => withProvider(text, id)).to.throw(RangeError);
    }
  });
});
