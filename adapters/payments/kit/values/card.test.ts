import { expect } from 'chai';

import { card } from '#/adapters/payments/evidence/samples.ts';
import type { CardData } from '#/domain/ports/card.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';

import { cardForProvider, firstMessage, requireCardToken } from './card.ts';

const textOf = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'invalid') return error.text;
    throw error;
  }
  return undefined;
};

describe('Card data', () => {
  it('passes a card to the provider with plain digits and a four-digit year', () => {
    expect(cardForProvider({ ...card, cardNumber: '4111 1111 1111 1111' })).to.deep.equal({
      number: '4111111111111111',
      holderName: 'Fulano de Tal',
      holderDocument: '52998224725',
      expMonth: '12',
      expYear: '2030',
      cvv: '737',
    });
    expect(cardForProvider({ ...card, expMonth: '1', expYear: '2031', cvv: '1234' })).to.include({
      expMonth: '1',
      expYear: '2031',
      cvv: '1234',
    });
  });

  it('rejects an invalid card with a message for the invalid field', () => {
    const wrong: readonly (readonly [Partial<CardData>, string])[] = [
      [{ cardNumber: '' }, 'Número do cartão é obrigatório.'],
      [{ cardNumber: '4111' }, 'Número do cartão inválido.'],
      [{ holderName: ' ' }, 'Nome do titular é obrigatório.'],
      [{ holderName: 'Fulano ' }, 'Nome do titular inválido, deve conter nome e sobrenome.'],
      [{ expMonth: '012' }, 'Mês de validade inválido.'],
      [{ expMonth: '13' }, 'Mês de validade inválido.'],
      [{ expYear: '030' }, 'Ano de validade inválido.'],
      [{ cvv: '12' }, 'Código de segurança inválido.'],
      [{ cvv: '12345' }, 'Código de segurança inválido.'],
    ];
    for (const [part, text] of wrong) {
      expect(textOf(() => cardForProvider({ ...card, ...part }))).to.equal(text);
    }
    expect(textOf(() => cardForProvider(undefined))).to.equal('Cartão é obrigatório.');
    expect(textOf(() => cardForProvider({}))).to.equal('Número do cartão é obrigatório.');
  });

  it('requires a card token for a charge', () => {
    expect(requireCardToken({ cardToken: 'tok_1' })).to.equal('tok_1');
    expect(textOf(() => requireCardToken({}))).to.equal(
      'Card token is required for credit card payments.',
    );
  });

  it('takes the message from a tokeniser’s error reply, or a standard one where it has none', () => {
    const messageOf = firstMessage('Ocorreu um erro desconhecido.');
    expect(messageOf({ message: 'Cartão vencido' })).to.equal('Cartão vencido');
    expect(messageOf({ errors: [{ message: 'cvv' }, { message: 'year' }] })).to.equal('cvv');
    expect(messageOf({ errors: { 'card.number': ['is invalid'] } })).to.equal('is invalid');
    expect(messageOf({ message: ['first', 'second'] })).to.equal('first');
    expect(messageOf({ error: { message: 'inner' } })).to.equal('inner');
    for (const withoutMessage of [undefined, null, 7, {}, [], { errors: {} }, { message: '' }])
      expect(messageOf(withoutMessage)).to.equal('Ocorreu um erro desconhecido.');
    expect(firstMessage('Erro desconhecido.')({})).to.equal('Erro desconhecido.');
  });
});
