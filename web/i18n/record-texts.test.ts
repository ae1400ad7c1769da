import { expect } from 'chai';
import { recordTexts as english } from '#/web/i18n/en/record.ts';
import { recordTexts as portuguese } from '#/web/i18n/pt-br/record.ts';
import { actorText, causeText } from './record-texts.ts';

describe('Recorded actors and reasons as text', () => {
  it('names the kind of actor, without the actor’s id', () => {
    expect(actorText('policy:book-approved-payment', portuguese)).to.equal('sistema');
    expect(actorText('seller:demo-seller', portuguese)).to.equal('vendedor');
    expect(actorText('buyer', english)).to.equal('the buyer');
    expect(actorText('provider:sandbox', portuguese)).to.equal('adquirente');
  });

  it('translates our own reason codes into the reader’s language', () => {
    expect(causeText('insufficient_funds', portuguese)).to.equal('Saldo ou limite insuficiente.');
    expect(causeText('expired', english)).to.equal('It was not paid in time.');
  });

  it('labels an acquirer’s code as a code', () => {
    expect(causeText('51', portuguese)).to.equal('Código 51 do adquirente.');
    expect(causeText('card_declined', english)).to.equal('Acquirer’s code card_declined.');
  });

  it('keeps an acquirer’s own text unchanged', () => {
    for (const text of ['Cartão sem limite', 'constructor', 'toString', '__proto__']) {
      expect(causeText(text, portuguese)).to.equal(text);
    }
  });
});
