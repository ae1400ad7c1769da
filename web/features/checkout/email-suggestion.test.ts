import { expect } from 'chai';
import { emailSuggestion } from './email-suggestion.ts';

describe('a mistyped e-mail address', () => {
  it('is offered the domain that it is one slip away from', () => {
    for (const typed of ['gmial.com', 'gmai.com', 'gmail.con', 'gnail.com', 'gmaill.com']) {
      expect(emailSuggestion(`ana@${typed}`), typed).to.equal('ana@gmail.com');
    }
    expect(emailSuggestion('ana@hotmial.com')).to.equal('ana@hotmail.com');
  });

  it('is left alone when it is right, or like nothing known', () => {
    for (const email of ['ana@gmail.com', 'ana@empresa.com.br', 'ana@yahoo.com', 'ana@', '']) {
      expect(emailSuggestion(email), email).to.equal(undefined);
    }
  });
});
