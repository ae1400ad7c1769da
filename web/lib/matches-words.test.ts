import { expect } from 'chai';
import { matchesWords } from './matches-words.ts';

describe('matchesWords', () => {
  it('matches a name if each typed word begins one of its words, ignoring order, case and accents', () => {
    expect(matchesWords('Validação de documentos', 'valida')).to.equal(true);
    expect(matchesWords('Validação de documentos', 'DOC Validacao')).to.equal(true);
    expect(matchesWords('Validação de documentos', 'mentos')).to.equal(false);
    expect(matchesWords('Validação de documentos', 'doc vendas')).to.equal(false);
  });

  it('matches every name when the typed text is empty or only punctuation', () => {
    expect(matchesWords('Vendas', '')).to.equal(true);
    expect(matchesWords('Vendas', ' % .* ( ')).to.equal(true);
  });
});
