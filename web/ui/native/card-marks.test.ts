import { expect } from 'chai';
import { markedBrand } from './card-marks.ts';

describe('the mark of a card', () => {
  it('is found by whatever word an acquirer has for the brand', () => {
    const words = {
      visa: 'Visa',
      VISA: 'Visa',
      master: 'Mastercard',
      MasterCard: 'Mastercard',
      elo: 'Elo',
      amex: 'American Express',
      american_express: 'American Express',
      hiper: 'Hipercard',
      diners: 'Diners Club',
      'Diners Club International': 'Diners Club',
    };
    for (const [word, brand] of Object.entries(words)) {
      expect(markedBrand(word), word).to.equal(brand);
    }
  });

  it('is none of another brand’s where the word is unknown or missing', () => {
    for (const word of ['', 'e', 'sodexo', '123', 'constructor']) {
      expect(markedBrand(word), word).to.equal(undefined);
    }
  });
});
