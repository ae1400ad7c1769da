import { maskitoTransform } from '@maskito/core';
import { expect } from 'chai';
import { isCompletePostalCode, masks, normaliseExpiry } from './masks.ts';

describe('input masks', () => {
  it('write what is typed or pasted as spec 1 §5 shows it', () => {
    expect(maskitoTransform('11987654321', masks.phone)).to.equal('(11) 98765-4321');
    expect(maskitoTransform('529.982.247-25', masks.cpf)).to.equal('529.982.247-25');
    expect(maskitoTransform('52998224725', masks.cpf)).to.equal('529.982.247-25');
    expect(maskitoTransform('01001000', masks.cep)).to.equal('01001-000');
    expect(maskitoTransform('4111-1111-1111-1111', masks.cardNumber)).to.equal(
      '4111 1111 1111 1111',
    );
    expect(maskitoTransform('0127', masks.cardExpiration)).to.equal('01/27');
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
