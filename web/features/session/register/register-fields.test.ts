import { expect } from 'chai';
import { registerErrors, type RegisterValues } from './register-fields.ts';

const values: RegisterValues = {
  kind: 'CPF',
  name: 'Vera Vendedora',
  document: '529.982.247-25',
  password: 'cavalo bateria grampo',
  again: 'cavalo bateria grampo',
  accepted: true,
};

describe('Form of a registration', () => {
  it('is valid when every field is filled in, and without a password for users who have one', () => {
    expect(registerErrors(values, true)).to.deep.equal({});
    expect(registerErrors({ ...values, password: '', again: '' }, false)).to.deep.equal({});
  });

  it('accepts only a document of the chosen kind', () => {
    expect(registerErrors({ ...values, kind: 'CNPJ' }, true)).to.deep.equal({ document: 'CNPJ' });
    expect(
      registerErrors({ ...values, kind: 'CNPJ', document: '12.ABC.345/01DE-35' }, true),
    ).to.deep.equal({});
    expect(registerErrors({ ...values, document: '529.982.247-26' }, true)).to.deep.equal({
      document: 'CPF',
    });
  });

  it('says of each field what is missing or wrong', () => {
    const empty = { ...values, name: '', document: '', password: '', again: '', accepted: false };
    expect(registerErrors(empty, true)).to.deep.equal({
      name: 'missing',
      document: 'missing',
      password: 'missing',
      accepted: 'notAccepted',
    });
    expect(registerErrors({ ...values, password: 'curta', again: 'curta' }, true)).to.deep.equal({
      password: 'short',
    });
    expect(registerErrors({ ...values, again: '' }, true)).to.deep.equal({ again: 'missing' });
    expect(registerErrors({ ...values, again: 'outra frase bem longa' }, true)).to.deep.equal({
      again: 'different',
    });
  });
});
