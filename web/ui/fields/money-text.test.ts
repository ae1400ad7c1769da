import { expect } from 'chai';
import fc from 'fast-check';
import { centsFromPaste, centsFromTyping, moneyText } from './money-text.ts';

describe('Money field', () => {
  it('takes typed digits from the right, the last two as cents', () => {
    expect(centsFromTyping('1')).to.equal(1);
    expect(centsFromTyping('12')).to.equal(12);
    expect(centsFromTyping('0,123')).to.equal(123);
    expect(centsFromTyping('R$ 1.234,56')).to.equal(123_456);
  });

  it('is empty, not zero, when everything is deleted', () => {
    expect(centsFromTyping('')).to.equal(undefined);
  });

  it('rejects a digit that would exceed the maximum amount', () => {
    expect(centsFromTyping('9999999999')).to.equal(9_999_999_999);
    expect(centsFromTyping('99999999990')).to.equal(undefined);
  });

  it('takes a percentage up to 100', () => {
    expect(centsFromTyping('100,00', 10_000)).to.equal(10_000);
    expect(centsFromTyping('100,01', 10_000)).to.equal(undefined);
    expect(centsFromPaste('3,99 %', 10_000)).to.equal(399);
    expect(centsFromPaste('399 %', 10_000)).to.equal(undefined);
  });

  it('reads pasted amounts with a decimal comma or point, and a plain number as whole reais', () => {
    expect(centsFromPaste('R$ 1.234,56')).to.equal(123_456);
    expect(centsFromPaste('1,234.56')).to.equal(123_456);
    expect(centsFromPaste('1234.5')).to.equal(123_450);
    expect(centsFromPaste('1.500')).to.equal(150_000);
    expect(centsFromPaste('1500')).to.equal(150_000);
    expect(centsFromPaste('dez reais')).to.equal(undefined);
    expect(centsFromPaste('-10,00')).to.equal(undefined);
  });

  it('formats every amount so that parsing it gives the same cents', () => {
    const languages = fc.constantFrom('pt-BR', 'en');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), languages, (cents, language) => {
        expect(centsFromTyping(moneyText(cents, language))).to.equal(cents);
        expect(centsFromPaste(moneyText(cents, language))).to.equal(cents);
      }),
    );
  });
});
