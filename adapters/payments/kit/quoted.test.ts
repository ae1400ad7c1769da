import { expect } from 'chai';
import { quoteReply, sentenceOf, wrapText } from './quoted.ts';

describe('a provider’s reply, as people are told of it', () => {
  it('is its JSON without what names somebody', () => {
    expect(quoteReply({ message: 'Saldo insuficiente', payer: { name: 'Fulano' } })).to.equal(
      '{"message":"Saldo insuficiente","payer":"…"}',
    );
    expect(quoteReply([{ code: 7 }])).to.equal('[{"code":7}]');
    expect(quoteReply(undefined)).to.equal('');
    expect(quoteReply(null)).to.equal('');
  });

  it('follows a text of the specification, where it has a sentence', () => {
    const reported = wrapText('Erro ao criar transação');
    expect(reported({ error: { message: 'limit reached' } })).to.equal(
      'Erro ao criar transação: limit reached',
    );
    expect(reported({ errors: { amount: ['too low'] } })).to.equal(
      'Erro ao criar transação: too low',
    );
    for (const silent of [undefined, null, {}, [], 7, { message: null }])
      expect(reported(silent)).to.equal('Erro ao criar transação');
  });

  it('is not looked through without an end', () => {
    let deep: unknown = 'bottom';
    for (let depth = 0; depth < 1_000; depth += 1) deep = { error: deep };
    expect(sentenceOf(deep)).to.equal('');
  });
});
