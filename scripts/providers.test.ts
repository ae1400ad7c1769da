import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { onz } from '#/adapters/payments/providers/onz.ts';
import { fairpay } from '#/adapters/payments/providers/fairpay.ts';
import { allCases } from '#/adapters/payments/simulators/simulators.ts';
import { capabilityMatrix } from '#/scripts/providers/matrix.ts';
import { withProvider } from '#/scripts/providers/skeleton.ts';

const registry = readFileSync(new URL('../adapters/payments/registry.ts', import.meta.url), 'utf8');

describe('npm run providers', () => {
  it('shows what each acquirer offers', async () => {
    const lines = (await capabilityMatrix([onz, fairpay], await allCases())).split('\n');
    expect(lines.slice(2)).to.deep.equal([
      '| Fairpay | ✓ | ✓ | ✓ | ✓ |  |  | ✓ | none: read back | inferred |',
      '| ONZ | ✓ |  |  | ✓ | PIX |  |  | mutual TLS | documented |',
    ]);
  });
});

describe('npm run new-provider', () => {
  it('adds one line to the registry, and keeps the rest', () => {
    const added = withProvider(registry, 'newbank');
    expect(added).to.include("import { newbank } from './providers/newbank.ts';");
    const without = (text: string) =>
      text.split(/\s+/).filter((word) => !/newbank|^\}?,?$|as|const/.test(word)).length;
    expect(added).to.match(
      /export const providers = \{[^}]*\bnewbank\b[^}]*\bonz\b[^}]*\} as const;/,
    );
    expect(without(added)).to.be.at.least(without(registry));
    expect(() => withProvider(added, 'newbank')).to.throw(RangeError);
  });

  it('does not touch what it does not know', () => {
    expect(() => withProvider('export const providers = new Map();', 'newbank')).to.throw(
      RangeError,
    );
  });
});
