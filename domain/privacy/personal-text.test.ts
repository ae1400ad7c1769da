import { expect } from 'chai';
import fc from 'fast-check';
import { isPersonalKey, explanationForRecord, withoutNumbersAndEmails } from './personal-text.ts';

const person = { name: 'João de Souza Lima', known: ['52998224725', '12ABC34501DE35', undefined] };
const recordedText = (text: string | null) => explanationForRecord(text, person);

describe('explanationForRecord', () => {
  it('keeps an acquirer’s text without personal data unchanged', () => {
    for (const text of [
      'Erro ao aprovar o reembolso.',
      'Houve um erro ao tentar realizar o saque: {"code":"E-17","message":"Saldo insuficiente"}',
    ])
      expect(recordedText(text)).to.equal(text);
  });

  it('removes names, documents, e-mails and phones from an acquirer’s text, however they are written', () => {
    expect(recordedText('A conta de JOAO de Souza está bloqueada')).to.equal(
      'A conta de … de … está bloqueada',
    );
    expect(recordedText('documento 529.982.247-25 de joao@x.com.br')).to.equal(
      'documento … de [e-mail]',
    );
    expect(recordedText('CNPJ 12.ABC.345/01DE-35, telefone (11) 91234-5678')).to.equal(
      'CNPJ …, telefone ([number]',
    );
  });

  it('removes e-mails from a mail server’s text, however the @ is written', () => {
    for (const [text, recorded] of [
      ['user admin=40example.com unknown', 'user [e-mail] unknown'],
      ['https://mx.example/why?email=admin%40example.com', 'https://mx.example/why?email=[e-mail]'],
      ['/Why?s=mfrom;id=contas%40razao.example;ip=::1', '/Why?s=mfrom;id=[e-mail];ip=::1'],
      ['rfc822;admin+40example.com', 'rfc822;[e-mail]'],
      ['=?utf-8?Q?ana=40other.example?=', '=[e-mail]?='],
      ['ana&#64;other.example', '[e-mail]'],
      ['ana＠other.example', '[e-mail]'],
      ['<"ana silva"@other.example>', '<[e-mail]>'],
      ['ana@\r\n   other.example', '[e-mail]'],
      ['ana\u00ad@other.example', '[e-mail]'],
      ['ana @other.example', '[e-mail]'],
      ['total=40.50 e taxa=40%, às 10 @ 12:30', 'total=40.50 e taxa=40%, às 10 @ 12:30'],
    ] as const)
      expect(recordedText(text)).to.equal(recorded);
  });

  it('removes a known e-mail also where a mail server has only the part before the @, as a word of its own', () => {
    for (const [email, text, recorded] of [
      ['ana.silva@x.example', 'unknown user: "ana.silva"', 'unknown user: "…"'],
      ['ana.silva@x.example', 'Mailbox Ana_Silva does not exist', 'Mailbox … does not exist'],
      ['ana.silva+loja@x.example', 'ana.silva+loja: no user ana.silva', '…: no user …'],
      ['ana@x.example', 'ana: banana analysis, an-ANA', '…: banana analysis, an-…'],
      ['ana@x.example', 'ana@x.example is unknown', '… is unknown'],
    ] as const)
      expect(explanationForRecord(text, { known: [undefined, email] })).to.equal(recorded);
  });

  it('removes long known values from long texts without excessive backtracking', () => {
    // If every letter started a comparison with the whole value, the test would time out.
    const value = `${'a'.repeat(10_000)}b@x.example`;
    for (const known of [value, value.slice(9_000)])
      expect(explanationForRecord('a'.repeat(2_000_000), { known: [known] })).to.have.length(300);
    expect(
      explanationForRecord(`to ${value.slice(9_900)}`, { known: [value.slice(9_900)] }),
    ).to.equal('to …');
  });

  it('returns one line of at most 300 characters, or nothing for an empty text', () => {
    expect(recordedText(null)).to.equal(null);
    expect(recordedText(' \n\t ')).to.equal(null);
    expect(recordedText('a\u0000b\r\nc\u202ed')).to.equal('a b c d');
    expect(recordedText('é'.repeat(5_000))).to.have.length(300);
  });

  it('removes e-mails and long numbers from two million characters without excessive backtracking', () => {
    // If every letter started a scan to the end, the test would time out.
    const length = 2_000_000;
    for (const letter of ['x', '1', '9.', 'a@', 'x ', '@', 'a%40', '"x', 'a&#64;', 'a+40b.'])
      expect(withoutNumbersAndEmails(letter.repeat(length / letter.length))).to.have.length.at.most(
        4 * length,
      );
    expect(withoutNumbersAndEmails('de ana@x.br, <bia@y.br> e a@b@c')).to.equal(
      'de [e-mail], <[e-mail]> e [e-mail]@c',
    );
  });

  it('returns a well-formed line of 1 to 300 characters without control characters, or nothing, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), fc.string(), (text, name) => {
        const line = explanationForRecord(text, { name, known: [name] });
        if (line === null) return;
        expect(line.length).to.be.within(1, 300);
        expect(line.isWellFormed()).to.equal(true);
        expect(line).to.not.match(/[\p{Cc}]/u);
      }),
    );
  });
});

describe('isPersonalKey', () => {
  it('recognises keys that may hold personal data, and no others', () => {
    for (const key of ['name', 'payerName', 'cpf', 'customer', 'pixKey', 'recipientId', 'E-Mail'])
      expect(isPersonalKey(key), key).to.equal(true);
    for (const key of ['message', 'error', 'code', 'status', 'detail', 'title', 'violacoes'])
      expect(isPersonalKey(key), key).to.equal(false);
  });
});
