import { expect } from 'chai';
import { buildWebWhenChanged } from '#/scripts/launch/built-web.ts';
import { webSizes } from './web-size.ts';

describe('the budget of the web', () => {
  before('build', async function build() {
    this.timeout(120_000);
    await buildWebWhenChanged({ onProgress: () => undefined });
  });

  it('is kept by every page', async () => {
    for (const { name, value, unit, reach, ok } of await webSizes()) {
      expect(ok, `${name}: ${value} ${unit}, ${reach} allowed`).to.equal(true);
    }
  });
});
