import { expect } from 'chai';
import { emailSuggestion } from './email-suggestion.ts';

describe('E-mail suggestion', () => {
  it('suggests the well-known domain that is one typing error away', () => {
    for (const typed of ['gmial.com', 'gmai.com', 'gmail.con', 'gnail.com', 'gmaill.com']) {
      expect(emailSuggestion(`ana@${typed}`), typed).to.equal('ana@gmail.com');
    }
    expect(emailSuggestion('ana@hotmial.com')).to.equal('ana@hotmail.com');
  });

  it('suggests nothing for a correct, unfamiliar or incomplete address', () => {
    for (const email of ['ana@gmail.com', 'ana@empresa.com.br', 'ana@yahoo.com', 'ana@', '']) {
      expect(emailSuggestion(email), email).to.equal(undefined);
    }
  });
});
