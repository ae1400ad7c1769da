import { expect } from 'chai';
import { thisMachine } from './machine.ts';

describe('random bytes of this machine', () => {
  it('are as many as were asked for, and never the same twice', () => {
    const drawn = Array.from({ length: 2_000 }, (_, nth) => thisMachine.bytes(8 + (nth % 64)));
    expect(drawn.map(({ length }) => length)).to.deep.equal(drawn.map((_, nth) => 8 + (nth % 64)));
    const names = drawn.map((bytes) => bytes.toString('hex', 0, 8));
    expect(new Set(names).size).to.equal(names.length);
  });

  it('are not those of another call when one is overwritten', () => {
    const [first, second] = [thisMachine.bytes(32), thisMachine.bytes(32)];
    const before = second.toString('hex');
    first.fill(0);
    expect(second.toString('hex')).to.equal(before);
  });

  it('may be more than a block', () => {
    const bytes = thisMachine.bytes(100_000);
    expect(bytes).to.have.length(100_000);
    expect(bytes.includes(Buffer.alloc(64))).to.equal(false);
  });
});
