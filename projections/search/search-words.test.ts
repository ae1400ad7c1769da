import { expect } from 'chai';
import fc from 'fast-check';
import { LONGEST_SEARCH, numberOf, searchWordsOf } from './search-words.ts';
import { wordsOf } from './words.ts';

const words = (text: string) => searchWordsOf(text).map((term) => term.words);
const numbers = (text: string) => searchWordsOf(text).flatMap(({ number }) => number ?? []);

describe('Parsing of search texts', () => {
  it('splits a text into words without accents and capitals', () => {
    expect(words(' MARINA  d’Ávila  João-Pedro ')).to.deep.equal([
      ['marina'],
      ['avila'],
      ['joao', 'pedro'],
    ]);
    expect(wordsOf('Ｍａｒｉａ ﬁgueira da Conceição')).to.deep.equal([
      'maria',
      'figueira',
      'da',
      'conceicao',
    ]);
  });

  it('recognises a document or phone in any usual format', () => {
    for (const text of ['529.982.247-25', '52998224725', ' 529 982 247 25 ', '529.982.247/25']) {
      expect(numbers(text), text).to.deep.equal(['52998224725']);
    }
    for (const text of [
      '(11) 98765-4321',
      '11987654321',
      '+55 (11) 98765-4321',
      '5511987654321',
      '011 98765 4321',
      '+55 11 98765.4321',
    ]) {
      expect(numbers(text), text).to.deep.equal(['11987654321']);
    }
    for (const text of ['11.222.333/0001-81', '11222333000181']) {
      expect(numbers(text), text).to.deep.equal(['11222333000181']);
    }
    expect(numbers('12.abc.345/01de-35')).to.deep.equal(['12ABC34501DE35']);
    expect(numberOf('01234567890'), 'a CPF may begin with zero').to.equal('01234567890');
  });

  it('recognises a phone among words, and an e-mail address as it was pasted', () => {
    const [number, name] = searchWordsOf('Marina (11) 98765-4321');
    expect(number).to.include({ number: '11987654321' });
    expect(name).to.deep.equal({ words: ['marina'] });
    for (const text of ['Maria@Example.com', '<maria@example.com>', 'mailto:maria@example.com,']) {
      expect(searchWordsOf(text), text).to.deep.equal([{ words: [], email: 'maria@example.com' }]);
    }
  });

  it('recognises an id, and reads no phone from the digits of a UUID', () => {
    const id = '0190f3a2-1234-5678-9012-1d2c3b4a5f60';
    expect(searchWordsOf(id).map((term) => [term.id, term.number])).to.deep.equal([
      [id, undefined],
    ]);
    expect(searchWordsOf('tx_9aB7c').map((term) => term.id)).to.deep.equal(['tx_9aB7c']);
    expect(searchWordsOf('Marina').map((term) => term.id)).to.deep.equal([undefined]);
    expect(searchWordsOf('12345678901')[0]).to.include({
      id: '12345678901',
      number: '12345678901',
    });
  });

  it('gives no terms for a text without a word', () => {
    for (const text of [
      '',
      '%',
      '_',
      'a',
      '% _ % a',
      '\u0000\u0007',
      '🙂',
      '-- ;',
      '@',
      '\uD800',
    ]) {
      expect(searchWordsOf(text), JSON.stringify(text)).to.deep.equal([]);
    }
  });

  it('limits the number and length of terms, and drops invalid characters', () => {
    expect(searchWordsOf('ab '.repeat(5_000)).length).to.be.at.most(1);
    expect(searchWordsOf('x'.repeat(10_000))[0]?.words[0]).to.have.lengthOf(40);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const terms = searchWordsOf(text);
        expect(terms.length).to.be.at.most(LONGEST_SEARCH);
        for (const term of terms) {
          expect(JSON.stringify(term)).to.not.match(/\\u00[01]|\\ud[89a-f]/);
        }
      }),
    );
  });

  it('splits composed and decomposed spellings of a name into the same words', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(name, (text) => {
        const indexed = wordsOf(text);
        for (const word of indexed) expect(wordsOf(word)).to.deep.equal([word]);
        expect(wordsOf(text.normalize('NFC'))).to.deep.equal(wordsOf(text.normalize('NFD')));
      }),
    );
  });
});
