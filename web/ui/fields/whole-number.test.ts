import { expect } from 'chai';
import { wholeNumber } from './whole-number.ts';

describe('Field of a whole number', () => {
  it('reads up to six digits of a text, and undefined where it has none', () => {
    const typed = ['7', '070', '12,5', '3 dias', '12345678', '', 'abc'];
    expect(typed.map(wholeNumber)).to.deep.equal([7, 70, 125, 3, 123_456, undefined, undefined]);
  });

  it('drops leading zeros before it cuts, so that a number that is cut has six digits', () => {
    expect(['0000012', '000000', '00001234567'].map(wholeNumber)).to.deep.equal([12, 0, 123_456]);
  });
});
