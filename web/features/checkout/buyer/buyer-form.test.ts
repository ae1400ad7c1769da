import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { needsDocumentAndPhone, errorsIn, emptyForm, hasBegun } from './buyer-form.ts';
import type { BuyerForm, ShownCheckout } from './buyer-form.ts';
import { digitalOffer, physicalOffer } from '#/web/features/checkout/testing/offers.ts';
import { checkoutTexts } from '#/web/features/checkout/texts.ts';

const portuguese: ShownCheckout = {
  checkout: digitalOffer,
  language: 'pt',
  texts: checkoutTexts.pt,
};
const physical: ShownCheckout = { ...portuguese, checkout: physicalOffer };
const english: ShownCheckout = { ...portuguese, language: 'en', texts: checkoutTexts.en };

const filled: BuyerForm = {
  ...emptyForm(digitalOffer),
  name: 'Ana Souza',
  email: 'ana@example.com',
  cpf: '529.982.247-25',
  phone: '(11) 98765-4321',
};

const card: BuyerForm = {
  ...filled,
  paymentMethod: 'CREDIT_CARD',
  cardNumber: '4111 1111 1111 1111',
  cardName: 'ANA SOUZA',
  cardExpiration: '12/99',
  cardCvv: '123',
};

const messages = (
  form: BuyerForm,
  shown: ShownCheckout = portuguese,
): Readonly<Record<string, string>> => {
  const errors = errorsIn(form, shown);
  const byField = Object.fromEntries(errors.map(({ field, text }) => [field, text]));
  expect(Object.keys(byField), 'one error a field').to.have.lengthOf(errors.length);
  return byField;
};

const toast = (form: BuyerForm, shown: ShownCheckout = portuguese): string | undefined =>
  errorsIn(form, shown)[0]?.toast;

describe('Buyer form', () => {
  it('accepts a complete form for PIX and for a card', () => {
    expect(messages(filled)).to.deep.equal({});
    expect(messages(card)).to.deep.equal({});
  });

  it('requires a name of 4 to 30 characters, with the error texts of the specification', () => {
    expect(messages({ ...filled, name: ' ' })).to.deep.equal({ name: 'Campo obrigatório' });
    expect(messages({ ...filled, name: 'Ana' })).to.deep.equal({ name: 'Mínimo 3 caracteres' });
    expect(messages({ ...filled, name: 'Anas' })).to.deep.equal({});
    expect(messages({ ...filled, name: 'a'.repeat(30) })).to.deep.equal({});
    expect(messages({ ...filled, name: 'a'.repeat(31) })).to.deep.equal({
      name: 'Máximo 30 caracteres',
    });
  });

  it('accepts exactly the e-mail addresses that the server accepts', () => {
    expect(messages({ ...filled, email: '' })).to.deep.equal({ email: 'Campo obrigatório' });
    expect(messages({ ...filled, email: 'ana@' })).to.deep.equal({ email: 'E-mail inválido' });
    const character = fc.constantFrom('a', 'Z', '9', '.', '@', '-', '+', ' ', 'é', '😀', '\0');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.array(character).map((characters) => characters.join('')),
        ),
        (email) => {
          const isAccepted = z.email().safeParse(email.trim()).success;
          expect(Object.keys(messages({ ...filled, email }))).to.deep.equal(
            isAccepted ? [] : ['email'],
          );
        },
      ),
    );
  });

  it('distinguishes a missing CPF from an invalid one, and rejects a missing or invalid phone', () => {
    expect(messages({ ...filled, cpf: '', phone: '' })).to.deep.equal({
      cpf: 'CPF inválido',
      phone: 'Telefone inválido',
    });
    expect(messages({ ...filled, cpf: '529.982.247-26' })).to.deep.equal({
      cpf: 'Seu CPF está inválido, insira um CPF válido para continuar a compra',
    });
    expect(messages({ ...filled, phone: '(00) 98765-4321' })).to.deep.equal({
      phone: 'Telefone inválido',
    });
  });

  it('requires no document and no phone when the offer does not ask for them, or in English', () => {
    const withoutBoth = {
      ...portuguese,
      checkout: { ...digitalOffer, requiredDocumentAndPhone: false },
    };
    expect(messages({ ...filled, cpf: '', phone: '' }, withoutBoth)).to.deep.equal({});
    expect(messages({ ...filled, cpf: '', phone: '' }, english)).to.deep.equal({});
    expect(needsDocumentAndPhone(digitalOffer, 'en')).to.equal(false);
  });

  it('requires the ZIP code first, then every part of the address except the complement', () => {
    expect(messages(filled, physical)).to.deep.equal({ cep: 'Campo obrigatório' });
    expect(messages({ ...filled, cep: '01001' }, physical)).to.deep.equal({
      cep: 'Informe um CEP válido',
    });
    expect(Object.keys(messages({ ...filled, cep: '01001-000' }, physical))).to.deep.equal([
      'street',
      'number',
      'district',
      'city',
      'state',
    ]);
  });

  it('requires complete card details only for a card payment, and rejects an expired card', () => {
    const none = { cardNumber: '', cardName: '', cardExpiration: '', cardCvv: '' };
    expect(messages({ ...card, ...none, paymentMethod: 'PIX' })).to.deep.equal({});
    expect(messages({ ...card, ...none })).to.deep.equal({
      cardNumber: 'Número do cartão inválido',
      cardName: 'Campo obrigatório',
      cardExpiration: 'Validade inválida',
      cardCvv: 'CVV inválido',
    });
    expect(messages({ ...card, cardExpiration: '01/20' })).to.deep.equal({
      cardExpiration: 'Cartão vencido',
    });
  });

  it('requires the cardholder’s name and surname, and shows the error at that field', () => {
    const error = { cardName: 'Nome do titular inválido, deve conter nome e sobrenome.' };
    expect(messages({ ...card, cardName: 'MARY' })).to.deep.equal(error);
    expect(messages({ ...card, cardName: ' MARY ' })).to.deep.equal(error);
    expect(messages({ ...card, cardName: 'MARY |ANN' })).to.deep.equal(error);
    expect(messages({ ...card, cardName: 'MARY  ANN O’NEIL' })).to.deep.equal({});
  });

  it('counts as begun as soon as the buyer has typed something', () => {
    expect(hasBegun(emptyForm(digitalOffer))).to.equal(false);
    expect(hasBegun({ ...emptyForm(digitalOffer), email: 'a' })).to.equal(true);
  });
});

describe('Toast of a rejected submit', () => {
  it('shows the first error in the order document, phone, document checksum, name, then the rest', () => {
    let form = { ...emptyForm(physicalOffer), paymentMethod: 'CREDIT_CARD' as const };
    /** The toast that is shown, and the next correction. */
    const corrections: readonly (readonly [string, Partial<BuyerForm>])[] = [
      ['CPF inválido', { cpf: '111.111.111-11' }],
      ['Telefone inválido', { phone: '(11) 98765-4321' }],
      [
        'Seu CPF está inválido, insira um CPF válido para continuar a compra',
        { cpf: '529.982.247-25' },
      ],
      ['Digite seu nome completo para continuar a compra', { name: 'Ana Souza' }],
      ['E-mail inválido', { email: 'ana@example.com' }],
      ['Por favor, preencha todos os campos obrigatórios de endereço.', { cep: '01001-000' }],
      [
        'Por favor, preencha todos os campos obrigatórios de endereço.',
        { street: 'Praça da Sé', number: '1', district: 'Sé', city: 'São Paulo', state: 'SP' },
      ],
      ['Número do cartão inválido', { cardNumber: '4111111111111111' }],
      ['Nome do titular é obrigatório.', { cardName: 'ANA SOUZA' }],
      ['Validade inválida', { cardExpiration: '12/99' }],
      ['CVV inválido', { cardCvv: '123' }],
    ];
    for (const [text, correction] of corrections) {
      expect(toast(form, physical)).to.equal(text);
      form = { ...form, ...correction, paymentMethod: 'CREDIT_CARD' };
    }
    expect(toast(form, physical)).to.equal(undefined);
  });

  it('reports a missing document before a missing name, and a missing phone before an invalid document', () => {
    expect(toast({ ...filled, cpf: '', name: '' })).to.equal('CPF inválido');
    expect(toast({ ...filled, phone: '', cpf: '111.111.111-11' })).to.equal('Telefone inválido');
    expect(toast({ ...filled, name: '' }, english)).to.equal('Enter your full name to continue');
  });
});
