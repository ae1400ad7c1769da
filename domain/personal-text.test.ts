import { expect } from 'chai';
import fc from 'fast-check';
import { isPersonalKey, explanationForRecord, withoutNumbers } from './personal-text.ts';

const person = { name: 'João de Souza Lima', known: ['52998224725', '12ABC34501DE35', undefined] };
const reported = (text: string | null) => explanationForRecord(text, person);

describe('what an acquirer said, as it stays on record', () => {
  it('keeps its words', () => {
    for (const text of [
      'Erro ao aprovar o reembolso.',
      'Houve um erro ao tentar realizar o saque: {"code":"E-17","message":"Saldo insuficiente"}',
    ])
      expect(reported(text)).to.equal(text);
  });

  it('names nobody, however it writes them', () => {
    expect(reported('A conta de JOAO de Souza está bloqueada')).to.equal(
      'A conta de … de … está bloqueada',
    );
    expect(reported('documento 529.982.247-25 de joao@x.com.br')).to.equal(
      'documento … de [e-mail]',
    );
    expect(reported('CNPJ 12.ABC.345/01DE-35, telefone (11) 91234-5678')).to.equal(
      'CNPJ …, telefone ([number]',
    );
  });

  it('is one line of bounded length, or nothing', () => {
    expect(reported(null)).to.equal(null);
    expect(reported(' \n\t ')).to.equal(null);
    expect(reported('a\u0000b\r\nc\u202ed')).to.equal('a b c d');
    expect(reported('é'.repeat(5_000))).to.have.length(300);
  });

  it('takes no longer for a long text than it is long', () => {
    // If every letter started a scan to the end of the text, two million letters would take an hour.
    const length = 2_000_000;
    for (const letter of ['x', '1', '9.', 'a@', 'x ', '@'])
      expect(withoutNumbers(letter.repeat(length / letter.length))).to.have.length.at.most(
        4 * length,
      );
    expect(withoutNumbers('de ana@x.br, <bia@y.br> e a@b@c')).to.equal(
      'de [e-mail], <[e-mail]> e [e-mail]@c',
    );
  });

  it('is that whatever was said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), fc.string(), (text, name) => {
        const once = explanationForRecord(text, { name, known: [name] });
        if (once === null) return;
        expect(once.length).to.be.within(1, 300);
        expect(once.isWellFormed()).to.equal(true);
        expect(once).to.not.match(/[\p{Cc}]/u);
      }),
    );
  });
});

describe('keys of a reply', () => {
  it('are personal where a person may stand below them', () => {
    for (const key of ['name', 'payerName', 'cpf', 'customer', 'pixKey', 'recipientId', 'E-Mail'])
      expect(isPersonalKey(key), key).to.equal(true);
    for (const key of ['message', 'error', 'code', 'status', 'detail', 'title', 'violacoes'])
      expect(isPersonalKey(key), key).to.equal(false);
  });
});
