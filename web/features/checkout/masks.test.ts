import { maskitoTransform } from '@maskito/core';
import { expect } from 'chai';
import { fit, isCompletePostalCode, limits, masks, normaliseExpiry } from './masks.ts';

describe('input masks', () => {
  it('write what is typed or pasted as checkout.31 shows it', () => {
    expect(maskitoTransform('11987654321', masks.phone)).to.equal('(11) 98765-4321');
    expect(maskitoTransform('529.982.247-25', masks.cpf)).to.equal('529.982.247-25');
    expect(maskitoTransform('52998224725', masks.cpf)).to.equal('529.982.247-25');
    expect(maskitoTransform('01001000', masks.cep)).to.equal('01001-000');
    expect(maskitoTransform('4111-1111-1111-1111', masks.cardNumber)).to.equal(
      '4111 1111 1111 1111',
    );
    expect(maskitoTransform('0127', masks.cardExpiration)).to.equal('01/27');
  });

  it('take a phone as contacts and autofill write it, and leave that of area code 55 whole', () => {
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

  it('take an expiry with a short month or a long year', () => {
    expect(normaliseExpiry('1/27')).to.equal('01/27');
    expect(normaliseExpiry('01/2027')).to.equal('01/27');
    expect(normaliseExpiry('012027')).to.equal('01/27');
    expect(normaliseExpiry('0127')).to.equal('0127');
  });

  it('call a ZIP code complete at nine characters', () => {
    expect(isCompletePostalCode('01001-000')).to.equal(true);
    expect(isCompletePostalCode('01001-00')).to.equal(false);
  });
});

describe('what a field can hold', () => {
  it('is a name of 30 characters, whatever comes in', () => {
    expect(fit('name', 'João Carlos de Albuquerque Neto')).to.equal(
      'João Carlos de Albuquerque Net',
    );
    expect(fit('name', 'a'.repeat(10_000))).to.equal('a'.repeat(30));
    expect(fit('name', 'Ana Souza')).to.equal('Ana Souza');
  });

  it('is nothing that cannot be seen', () => {
    expect(fit('name', '\0Ana\u202e\u0007 Souza\ufeff\u009f')).to.equal('Ana Souza');
    expect(fit('street', 'Rua\r\nda Paz\u2028')).to.equal('Ruada Paz');
    expect(fit('email', '\u200bana@exa\u00admple.com\u200e\u2060')).to.equal('ana@example.com');
    expect(fit('name', '👨\u200d👩\u200d👧')).to.equal('👨\u200d👩\u200d👧');
  });

  it('is whole characters, of which none is cut in two', () => {
    expect(fit('name', `${'a'.repeat(29)}😀`)).to.equal('a'.repeat(29));
    expect(fit('name', '😀'.repeat(20))).to.equal('😀'.repeat(15));
  });

  it('is what the mask makes of it, where there is one', () => {
    expect(fit('cpf', '1'.repeat(10_000))).to.equal('111.111.111-11');
    expect(fit('phone', '<script>1😀1\u0000987654321')).to.equal('(11) 98765-4321');
    expect(fit('cep', 'não sei')).to.equal('');
  });

  it('never is more than the server takes', () => {
    for (const [field, limit] of Object.entries(limits)) {
      expect(fit(field, 'x'.repeat(10_000)), field).to.have.lengthOf(limit);
    }
  });
});
