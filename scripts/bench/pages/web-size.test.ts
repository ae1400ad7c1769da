import { expect } from 'chai';
import { buildWebWhenChanged } from '#/scripts/launch/built-web.ts';
import { measureWebSizes } from './web-size.ts';

describe('Size budget of the web pages', () => {
  before('build', async function build() {
    this.timeout(120_000);
    await buildWebWhenChanged({ onProgress: () => undefined });
  });

  it('is met by every page', async () => {
    for (const { name, value, unit, threshold, ok } of await measureWebSizes()) {
      expect(ok, `${name}: ${value} ${unit}, ${threshold} allowed`).to.equal(true);
    }
  });
});
