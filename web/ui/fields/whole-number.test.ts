import { expect } from 'chai';
import { wholeNumber } from './whole-number.ts';

describe('Field of a whole number', () => {
  it('reads the digits of what is typed, up to six, and nothing where there is none', () => {
    const typed = ['7', '070', '12,5', '3 dias', '12345678', '', 'abc'];
    expect(typed.map(wholeNumber)).to.deep.equal([7, 70, 125, 3, 123_456, undefined, undefined]);
  });

  it('leaves out the zeros in front first, so that a number that is cut is never a small one', () => {
    expect(['0000012', '000000', '00001234567'].map(wholeNumber)).to.deep.equal([12, 0, 123_456]);
  });
});
