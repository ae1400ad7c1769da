import { expect } from 'chai';
import { wholeNumber } from './whole-number.ts';

describe('Field of a whole number', () => {
  it('reads the digits of what is typed, up to six, and nothing where there is none', () => {
    const typed = ['7', '070', '12,5', '3 dias', '12345678', '', 'abc'];
    expect(typed.map(wholeNumber)).to.deep.equal([7, 70, 125, 3, 123_456, undefined, undefined]);
  });
});
