import { expect } from 'chai';
import { addressOf } from './postal-code.ts';

describe('the answer of the postal service', () => {
  it('fills street, district, city and state', () => {
    const reply = { uf: 'SP', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo' };
    expect(addressOf(reply)).to.deep.equal({
      street: 'Praça da Sé',
      district: 'Sé',
      city: 'São Paulo',
      state: 'SP',
    });
  });

  it('leaves open what a town with one code for all does not say', () => {
    expect(addressOf({ uf: 'MG', localidade: 'Extrema' })).to.include({ street: '', district: '' });
  });

  it('is not found without a state', () => {
    expect(addressOf({})).to.equal(null);
    expect(addressOf({ uf: '' })).to.equal(null);
  });
});
