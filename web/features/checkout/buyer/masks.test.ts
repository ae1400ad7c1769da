import { maskitoTransform } from '@maskito/core';
import { expect } from 'chai';
import { fitToField, isCompletePostalCode, limits, masks, normaliseExpiry } from './masks.ts';

describe('Input mask', () => {
  it('formats typed and pasted text as checkout.31 specifies', () => {
    expect(maskitoTransform('11987654321', masks.phone)).to.equal('(11) 98765-4321');
    expect(maskitoTransform('529.982.247-25', masks.cpf)).to.equal('529.982.247-25');
    expect(maskitoTransform('52998224725', masks.cpf)).to.equal('529.982.247-25');
    expect(maskitoTransform('01001000', masks.cep)).to.equal('01001-000');
    expect(maskitoTransform('4111-1111-1111-1111', masks.cardNumber)).to.equal(
      '4111 1111 1111 1111',
    );
    expect(maskitoTransform('0127', masks.cardExpiration)).to.equal('01/27');
  });

  it('removes the country code and leading zeros from a phone number, but not the area code 55', () => {
    const phone = (text: string): string => maskitoTransform(text, masks.phone);
    for (const text of [
      '+55 11 98765-4321',
      '5511987654321',
      '011987654321',
      '0055 11 98765 4321',
    ]) {
      expect(phone(text), text).to.equal('(11) 98765-4321');
    }
    expect(phone('55987654321')).to.equal('(55) 98765-4321');
    expect(phone('5555987654321')).to.equal('(55) 98765-4321');
    expect(phone('0119876')).to.equal('(01) 19876');
  });

  it('accepts an expiry with a one-digit month or a four-digit year', () => {
    expect(normaliseExpiry('1/27')).to.equal('01/27');
    expect(normaliseExpiry('01/2027')).to.equal('01/27');
    expect(normaliseExpiry('012027')).to.equal('01/27');
    expect(normaliseExpiry('0127')).to.equal('0127');
  });

  it('counts a ZIP code as complete at nine characters', () => {
    expect(isCompletePostalCode('01001-000')).to.equal(true);
    expect(isCompletePostalCode('01001-00')).to.equal(false);
  });
});

describe('Fitting a text to its field', () => {
  it('cuts a name to 30 characters', () => {
    expect(fitToField('name', 'João Carlos de Albuquerque Neto')).to.equal(
      'João Carlos de Albuquerque Net',
    );
    expect(fitToField('name', 'a'.repeat(10_000))).to.equal('a'.repeat(30));
    expect(fitToField('name', 'Ana Souza')).to.equal('Ana Souza');
  });

  it('removes invisible characters, but keeps the joiners inside an emoji', () => {
    expect(fitToField('name', '\0Ana\u202e\u0007 Souza\ufeff\u009f')).to.equal('Ana Souza');
    expect(fitToField('street', 'Rua\r\nda Paz\u2028')).to.equal('Ruada Paz');
    expect(fitToField('email', '\u200bana@exa\u00admple.com\u200e\u2060')).to.equal(
      'ana@example.com',
    );
    expect(fitToField('name', '👨\u200d👩\u200d👧')).to.equal('👨\u200d👩\u200d👧');
  });

  it('never cuts a character in half', () => {
    expect(fitToField('name', `${'a'.repeat(29)}😀`)).to.equal('a'.repeat(29));
    expect(fitToField('name', '😀'.repeat(20))).to.equal('😀'.repeat(15));
  });

  it('applies the mask of a masked field', () => {
    expect(fitToField('cpf', '1'.repeat(10_000))).to.equal('111.111.111-11');
    expect(fitToField('phone', '<script>1😀1\u0000987654321')).to.equal('(11) 98765-4321');
    expect(fitToField('cep', 'não sei')).to.equal('');
  });

  it('cuts every field without a mask to its maximum length', () => {
    for (const [field, limit] of Object.entries(limits)) {
      expect(fitToField(field, 'x'.repeat(10_000)), field).to.have.lengthOf(limit);
    }
  });
});
