import { expect } from 'chai';
import { quoteReply, sentenceOf, wrapText } from './quoted.ts';

describe('Quoting of a provider’s reply', () => {
  it('quotes a reply as JSON without personal data', () => {
    expect(quoteReply({ message: 'Saldo insuficiente', payer: { name: 'Fulano' } })).to.equal(
      '{"message":"Saldo insuficiente","payer":"…"}',
    );
    expect(quoteReply([{ code: 7 }])).to.equal('[{"code":7}]');
    expect(quoteReply(undefined)).to.equal('');
    expect(quoteReply(null)).to.equal('');
  });

  it('adds the reply’s message to the acquirer’s text, where it has one', () => {
    const wrapped = wrapText('Erro ao criar transação');
    expect(wrapped({ error: { message: 'limit reached' } })).to.equal(
      'Erro ao criar transação: limit reached',
    );
    expect(wrapped({ errors: { amount: ['too low'] } })).to.equal(
      'Erro ao criar transação: too low',
    );
    for (const withoutMessage of [undefined, null, {}, [], 7, { message: null }])
      expect(wrapped(withoutMessage)).to.equal('Erro ao criar transação');
  });

  it('does not search a reply a thousand levels deep for its message', () => {
    let deep: unknown = 'bottom';
    for (let depth = 0; depth < 1_000; depth += 1) deep = { error: deep };
    expect(sentenceOf(deep)).to.equal('');
  });
});
