import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { none } from '#/adapters/payments/providers/none.ts';
import { bravive } from '#/adapters/payments/providers/bravive.ts';
import { onz } from '#/adapters/payments/providers/onz.ts';
import { pagarme } from '#/adapters/payments/providers/pagarme.ts';
import { sandbox } from '#/adapters/payments/providers/sandbox.ts';
import { definitionOf, providers, providersByClients } from '#/adapters/payments/registry.ts';
import { fairpay } from '#/adapters/payments/providers/fairpay.ts';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { wireConstants } from '#/adapters/payments/wire-constants.ts';
import { buildCapabilityMatrix, constantsMatrix, withoutPdf } from '#/scripts/providers/matrix.ts';
import { withProvider } from '#/scripts/providers/skeleton.ts';

const registry = readFileSync(
  new URL('../../adapters/payments/registry.ts', import.meta.url),
  'utf8',
);

describe('npm run providers', () => {
  it('lists what each acquirer offers, without the placeholder “none”', async () => {
    const lines = (
      await buildCapabilityMatrix([onz, none, fairpay], await loadProviderCases())
    ).split('\n');
    expect(lines.slice(2)).to.deep.equal([
      '| Fairpay | ✓ | not offered | ✓ | ✓ |  |  | ✓ |  |  | none: read back | inferred |',
      '| ONZ | ✓ |  |  | ✓ | PIX |  |  |  |  | none here (mutual TLS is the proxy’s): read back | documented but for refund |',
    ]);
  });
});

describe('PDFs of boletos', () => {
  it('are stated to be missing at exactly the acquirers that offer boletos without them', () => {
    expect(withoutPdf([fairpay, onz, pagarme, bravive, sandbox])).to.equal(
      'No document and no public client shows a PDF of a boleto at Bravive, Fairpay: their buyers get its line, its barcode and the acquirer’s own link.',
    );
  });

  it('are offered by exactly the acquirers whose cases fetch one', async () => {
    for (const { provider, cases } of await loadProviderCases()) {
      const { getBoletoPdf, charge } = provider.operations;
      const fetched = cases.filter(
        (each) => each.operation === 'getBoletoPdf' && 'result' in each && each.result,
      );
      expect(fetched.length > 0, provider.label).to.equal(getBoletoPdf !== undefined);
      if (getBoletoPdf) expect(charge?.BILLET, provider.label).to.not.equal(undefined);
    }
  });
});

describe('README.md', () => {
  it('quotes what npm run providers prints', async () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const every = [...Object.values(providers), ...Object.values(providersByClients)];
    const matrix = await buildCapabilityMatrix(every, await loadProviderCases());
    expect(readme).to.include(`\n\n${matrix.trim()}\n\n`);
    expect(readme.replaceAll('\n', ' ')).to.include(` ${withoutPdf(every)} `);
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

  it('breaks an overlong line of names', () => {
    const long = Array.from('abcdefghijklmnop').reduce(
      (text, letter) => withProvider(text, `acquirer${letter}`),
      registry,
    );
    expect(long).to.include('\n  acquirera,\n  acquirerb,\n');
    expect(withProvider(long, 'newbank')).to.include('\n  newbank,\n');
  });

  it('rejects a registry of unknown form, and a provider that is in it already', () => {
    for (const [text, id] of [
      ['export const providers = new Map();', 'newbank'],
      [registry, 'onz'],
    ] as const) {
      expect(() => withProvider(text, id)).to.throw(RangeError);
    }
  });
});
