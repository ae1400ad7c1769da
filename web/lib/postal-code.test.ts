import { expect } from 'chai';
import { addressOf } from './postal-code.ts';

describe('Address from the postal service', () => {
  it('has the street, district, city and state of the reply', () => {
    const reply = { uf: 'SP', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo' };
    expect(addressOf(reply)).to.deep.equal({
      street: 'Praça da Sé',
      district: 'Sé',
      city: 'São Paulo',
      state: 'SP',
    });
  });

  it('has an empty street and district for a town with a single postal code', () => {
    expect(addressOf({ uf: 'MG', localidade: 'Extrema' })).to.include({ street: '', district: '' });
  });

  it('is null when the reply has no state', () => {
    expect(addressOf({})).to.equal(null);
    expect(addressOf({ uf: '' })).to.equal(null);
  });
});
