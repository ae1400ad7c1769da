import { expect } from 'chai';
import { eventually } from './eventually.ts';

describe('A wait for what does not happen', () => {
  it('fails with its own text, before mocha ends the test', async function () {
    this.timeout(4_000);
    const failure: unknown = await eventually(
      () => undefined,
      () => 'two moons are full',
    ).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error);
    expect(failure).to.have.property('message', 'did not happen: two moons are full');
  });
});
