import { expect } from 'chai';
import { createErrors, idFor } from './create-form.ts';

describe('Form of a new platform', () => {
  it('proposes an id that follows the name, until the user types another', () => {
    expect(idFor('Loja Azul', { name: '', platformId: '' })).to.equal('loja-azul');
    expect(idFor('Loja Verde', { name: 'Loja Azul', platformId: 'loja-azul' })).to.equal(
      'loja-verde',
    );
    expect(idFor('Loja Verde', { name: 'Loja Azul', platformId: 'azul' })).to.equal('azul');
  });

  it('asks for a name with visible characters, and for a valid id', () => {
    expect(createErrors({ name: 'Loja', platformId: 'loja' })).to.deep.equal({
      name: undefined,
      platformId: undefined,
    });
    expect(createErrors({ name: ' ', platformId: 'Loja Azul' })).to.deep.equal({
      name: 'nameWrong',
      platformId: 'idWrong',
    });
    expect(createErrors({ name: '\u200b\u2060', platformId: 'a' }).name).to.equal('nameWrong');
    expect(createErrors({ name: 'a'.repeat(81), platformId: 'a' }).name).to.equal('nameWrong');
  });
});
