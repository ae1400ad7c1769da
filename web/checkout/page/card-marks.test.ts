import { expect } from 'chai';
import { markedBrand } from './card-marks.ts';

describe('Mark of a card brand', () => {
  it('recognises each acquirer’s spelling of a card brand', () => {
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

  it('shows no mark for an unknown or missing brand', () => {
    for (const word of ['', 'e', 'sodexo', '123', 'constructor']) {
      expect(markedBrand(word), word).to.equal(undefined);
    }
  });
});
