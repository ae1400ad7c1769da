import { expect } from 'chai';
import fc from 'fast-check';
import { isValidCardNumber } from '#/domain/card/card-number.ts';
import { cardBrand, cardExpiry, isExpired, securityCodeLength } from './card.ts';

describe('a card number', () => {
  it('shows its brand as it is typed, Elo and Hipercard before those they share digits with', () => {
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

  it('is right when its check digit is, with 16 digits or the 15 of Amex', () => {
    expect(isValidCardNumber('4111 1111 1111 1111')).to.equal(true);
    expect(isValidCardNumber('378282246310005')).to.equal(true);
    expect(isValidCardNumber('4111 1111 1111 1112')).to.equal(false);
    expect(isValidCardNumber('4111 1111')).to.equal(false);
  });

  it('is wrong with any one digit changed', () => {
    const position = fc.integer({ min: 0, max: 15 });
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = Array.from('4111111111111111', Number);
        digits[at] = ((digits[at] ?? 0) + by) % 10;
        expect(isValidCardNumber(digits.join(''))).to.equal(false);
      }),
    );
  });

  it('asks for four digits of an Amex and three of the others', () => {
    expect(securityCodeLength('American Express')).to.equal(4);
    expect(securityCodeLength(undefined)).to.equal(3);
  });
});

describe('the expiry of a card', () => {
  it('is read however it is written', () => {
    for (const text of ['01/27', '1/27', '0127', '01/2027', ' 01 / 27 ']) {
      expect(cardExpiry(text), text).to.deep.equal({ month: 1, year: 2_027 });
    }
    for (const text of ['13/27', '00/27', '1', '']) expect(cardExpiry(text)).to.equal(undefined);
  });

  it('is good until its month is over', () => {
    const expiry = { month: 11, year: 2_026 };
    expect(isExpired(expiry, new Date(2026, 10, 30, 23, 59))).to.equal(false);
    expect(isExpired(expiry, new Date(2026, 11, 1))).to.equal(true);
  });
});
