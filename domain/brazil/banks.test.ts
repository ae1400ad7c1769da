import { expect } from 'chai';

import { branchDigitOf, isOneOfBanks, joinedBranch, normaliseBankCode } from './banks.ts';

describe('banks', () => {
  it('have three digits in their code, however it was written', () => {
    expect(['1', '01', '001', ' 341 '].map(normaliseBankCode)).to.deep.equal([
      '001',
      '001',
      '001',
      '341',
    ]);
  });

  it('are among an acquirer’s or not', () => {
    const banks = ['001', '341'];
    expect(isOneOfBanks({ bankCode: '1' }, banks)).to.equal(true);
    expect(isOneOfBanks({ bankCode: '260' }, banks)).to.equal(false);
    expect(isOneOfBanks({ bankCode: '' }, banks)).to.equal(false);
  });

  it('have a branch digit when it is above 0, and X is', () => {
    const digitOf = (branchDigit: string) => branchDigitOf({ branchDigit });
    expect(['3', ' x', 'X'].map(digitOf)).to.deep.equal(['3', 'X', 'X']);
    for (const none of ['0', '', ' ', '-', '00']) expect(digitOf(none), none).to.equal(undefined);
  });

  it('have the digit joined to the branch where an acquirer wants it, and when there is one', () => {
    const joined = (bankCode: string, branchDigit: string) =>
      joinedBranch({ bankCode, branchNumber: '1234', branchDigit }, ['001', '036', '246']);
    expect(joined('001', '3')).to.equal('12343');
    expect(joined('1', 'X')).to.equal('1234X');
    expect(joined('246', '0')).to.equal('1234');
    expect(joined('036', '')).to.equal('1234');
    expect(joined('341', '3')).to.equal('1234');
  });
});
