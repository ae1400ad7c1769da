import { expect } from 'chai';
import { branchDigitOf } from './banks.ts';

describe('branchDigitOf', () => {
  it('returns a check digit of 1 to 9 or X, and nothing for 0, blanks and other text', () => {
    const digitOf = (branchDigit: string) => branchDigitOf({ branchDigit });
    expect(['3', ' x', 'X'].map(digitOf)).to.deep.equal(['3', 'X', 'X']);
    for (const absent of ['0', '', ' ', '-', '00'])
      expect(digitOf(absent), absent).to.equal(undefined);
  });
});
