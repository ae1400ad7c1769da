import { expect } from 'chai';
import { neighbours } from './row-keys.ts';

describe('Moving through rows with j and k', () => {
  const ids = ['a', 'b', 'c'];

  it('starts at the first row and stops at both ends', () => {
    expect(neighbours(ids, undefined)).to.deep.equal({ previous: undefined, next: 'a' });
    expect(neighbours(ids, 'b')).to.deep.equal({ previous: 'a', next: 'c' });
    expect(neighbours(ids, 'a').previous).to.equal(undefined);
    expect(neighbours(ids, 'c').next).to.equal(undefined);
  });

  it('has no neighbours for a sale that is not on this page', () => {
    expect(neighbours(ids, 'z')).to.deep.equal({ previous: undefined, next: undefined });
  });
});
