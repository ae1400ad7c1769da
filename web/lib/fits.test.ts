import { expect } from 'chai';
import { fits } from './fits.ts';

describe('a name that fits what is typed', () => {
  it('has a word that begins with each word of it, in any order, case and accent', () => {
    expect(fits('Validação de documentos', 'valida')).to.equal(true);
    expect(fits('Validação de documentos', 'DOC Validacao')).to.equal(true);
    expect(fits('Validação de documentos', 'mentos')).to.equal(false);
    expect(fits('Validação de documentos', 'doc vendas')).to.equal(false);
  });

  it('is every name where nothing is typed yet, and marks are no words', () => {
    expect(fits('Vendas', '')).to.equal(true);
    expect(fits('Vendas', ' % .* ( ')).to.equal(true);
  });
});
