import { expect } from 'chai';
import { branchDigitOf } from './banks.ts';

describe('a branch of a bank', () => {
  it('has a digit when it is above 0, and X is', () => {
    const digitOf = (branchDigit: string) => branchDigitOf({ branchDigit });
    expect(['3', ' x', 'X'].map(digitOf)).to.deep.equal(['3', 'X', 'X']);
    for (const none of ['0', '', ' ', '-', '00']) expect(digitOf(none), none).to.equal(undefined);
  });
});
