import { expect } from 'chai';
import { registerErrors, type RegisterDraft } from './register-fields.ts';

const draft: RegisterDraft = {
  kind: 'CPF',
  name: 'Vera Vendedora',
  document: '529.982.247-25',
  password: 'cavalo bateria grampo',
  again: 'cavalo bateria grampo',
  accepted: true,
};

describe('Form of a registration', () => {
  it('is right when everything is given, and without a password for who has one', () => {
    expect(registerErrors(draft)).to.deep.equal({});
    expect(registerErrors({ ...draft, password: undefined, again: undefined })).to.deep.equal({});
  });

  it('takes a document of the chosen kind alone', () => {
    expect(registerErrors({ ...draft, kind: 'CNPJ' })).to.deep.equal({ document: 'CNPJ' });
    expect(
      registerErrors({ ...draft, kind: 'CNPJ', document: '12.ABC.345/01DE-35' }),
    ).to.deep.equal({});
    expect(registerErrors({ ...draft, document: '529.982.247-26' })).to.deep.equal({
      document: 'CPF',
    });
  });

  it('says what is missing of each field', () => {
    const empty = { ...draft, name: '', document: '', password: '', again: '', accepted: false };
    expect(registerErrors(empty)).to.deep.equal({
      name: 'missing',
      document: 'missing',
      password: 'missing',
      accepted: 'notAccepted',
    });
    expect(registerErrors({ ...draft, password: 'curta', again: 'curta' })).to.deep.equal({
      password: 'short',
    });
    expect(registerErrors({ ...draft, again: '' })).to.deep.equal({ again: 'missing' });
    expect(registerErrors({ ...draft, again: 'outra frase bem longa' })).to.deep.equal({
      again: 'different',
    });
  });
});
