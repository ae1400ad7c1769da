import { expect } from 'chai';
import { fits } from './fits.ts';

describe('fits', () => {
  it('matches a name if each typed word begins one of its words, ignoring order, case and accents', () => {
    expect(fits('Validação de documentos', 'valida')).to.equal(true);
    expect(fits('Validação de documentos', 'DOC Validacao')).to.equal(true);
    expect(fits('Validação de documentos', 'mentos')).to.equal(false);
    expect(fits('Validação de documentos', 'doc vendas')).to.equal(false);
  });

  it('matches every name when the typed text is empty or only punctuation', () => {
    expect(fits('Vendas', '')).to.equal(true);
    expect(fits('Vendas', ' % .* ( ')).to.equal(true);
  });
});
