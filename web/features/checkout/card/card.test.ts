import { expect } from 'chai';
import fc from 'fast-check';
import { isValidCardNumber } from '#/domain/card/card-number.ts';
import { cardBrand, cardExpiry, isExpired, securityCodeLength } from './card.ts';

describe('Card number', () => {
  it('reveals its brand by the first digits, Elo and Hipercard before brands with the same prefix', () => {
    const brands = {
      '4111 1111': 'Visa',
      '4011 78': 'Elo',
      '6362 97': 'Elo',
      '5067 77': 'Elo',
      '6062 82': 'Hipercard',
      '5555 55': 'Mastercard',
      '2720 99': 'Mastercard',
      '3782': 'American Express',
      '3600': 'Diners Club',
      '6011 00': 'Discover',
      '3530': 'JCB',
      '5078': 'Aura',
    };
    for (const [number, brand] of Object.entries(brands)) {
      expect(cardBrand(number), number).to.equal(brand);
    }
    expect(cardBrand('9')).to.equal(undefined);
  });

  it('is valid with a correct check digit and 16 digits, or the 15 of American Express', () => {
    expect(isValidCardNumber('4111 1111 1111 1111')).to.equal(true);
    expect(isValidCardNumber('378282246310005')).to.equal(true);
    expect(isValidCardNumber('4111 1111 1111 1112')).to.equal(false);
    expect(isValidCardNumber('4111 1111')).to.equal(false);
  });

  it('is invalid with any single digit changed', () => {
    const position = fc.integer({ min: 0, max: 15 });
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 9 }), (index, change) => {
        const digits = Array.from('4111111111111111', Number);
        digits[index] = ((digits[index] ?? 0) + change) % 10;
        expect(isValidCardNumber(digits.join(''))).to.equal(false);
      }),
    );
  });

  it('has a security code of four digits for American Express, and of three otherwise', () => {
    expect(securityCodeLength('American Express')).to.equal(4);
    expect(securityCodeLength(undefined)).to.equal(3);
  });
});

describe('Card expiry', () => {
  it('is parsed in every usual notation, and rejected with an impossible month or without a year', () => {
    for (const text of ['01/27', '1/27', '0127', '01/2027', ' 01 / 27 ']) {
      expect(cardExpiry(text), text).to.deep.equal({ month: 1, year: 2_027 });
    }
    for (const text of ['13/27', '00/27', '1', '']) expect(cardExpiry(text)).to.equal(undefined);
  });

  it('is valid until the end of its month', () => {
    const expiry = { month: 11, year: 2_026 };
    expect(isExpired(expiry, new Date(2026, 10, 30, 23, 59))).to.equal(false);
    expect(isExpired(expiry, new Date(2026, 11, 1))).to.equal(true);
  });
});
