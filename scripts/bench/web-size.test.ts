import { expect } from 'chai';
import { buildWebWhenChanged } from '#/scripts/built-web.ts';
import { webSizes } from './web-size.ts';

describe('the budget of the checkout', () => {
  before('build', async function build() {
    this.timeout(120_000);
    await buildWebWhenChanged({ onProgress: () => undefined });
  });

  it('is kept by both pages', async () => {
    for (const { name, value, unit, reach, ok } of await webSizes()) {
      expect(ok, `${name}: ${value} ${unit}, ${reach} allowed`).to.equal(true);
    }
  });
});
