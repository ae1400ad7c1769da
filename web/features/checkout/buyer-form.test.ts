import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { asksIdentity, complaintsOf, emptyForm, hasBegun } from './buyer-form.ts';
import type { BuyerForm, FormTerms } from './buyer-form.ts';
import { digitalOffer, physicalOffer } from './testing/offers.ts';
import { checkoutTexts } from './texts.ts';

const terms: FormTerms = { checkout: digitalOffer, language: 'pt', texts: checkoutTexts.pt };
const physical: FormTerms = { ...terms, checkout: physicalOffer };
const english: FormTerms = { ...terms, language: 'en', texts: checkoutTexts.en };

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

/** The messages under the fields. */
const messages = (form: BuyerForm, by: FormTerms = terms): Readonly<Record<string, string>> => {
  const all = complaintsOf(form, by);
  const byField = Object.fromEntries(all.map(({ field, text }) => [field, text]));
  expect(Object.keys(byField), 'one mistake a field').to.have.lengthOf(all.length);
  return byField;
};

/** The message in the toast. */
const toast = (form: BuyerForm, by: FormTerms = terms): string | undefined =>
  complaintsOf(form, by)[0]?.toast;

describe("the buyer's form", () => {
  it('goes through when all that is needed is there', () => {
    expect(messages(filled)).to.deep.equal({});
    expect(messages(card)).to.deep.equal({});
  });

  it('asks for a name of 4 to 30 characters, in the words of the specification', () => {
    expect(messages({ ...filled, name: ' ' })).to.deep.equal({ name: 'Campo obrigatório' });
    expect(messages({ ...filled, name: 'Ana' })).to.deep.equal({ name: 'Mínimo 3 caracteres' });
    expect(messages({ ...filled, name: 'Anas' })).to.deep.equal({});
    expect(messages({ ...filled, name: 'a'.repeat(30) })).to.deep.equal({});
    expect(messages({ ...filled, name: 'a'.repeat(31) })).to.deep.equal({
      name: 'Máximo 30 caracteres',
    });
  });

  it('takes the e-mails that the server takes, and no other', () => {
    expect(messages({ ...filled, email: '' })).to.deep.equal({ email: 'Campo obrigatório' });
    expect(messages({ ...filled, email: 'ana@' })).to.deep.equal({ email: 'E-mail inválido' });
    const parts = fc.constantFrom('a', 'Z', '9', '.', '@', '-', '+', ' ', 'é', '😀', '\0');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.array(parts).map((each) => each.join('')),
        ),
        (email) => {
          const taken = z.email().safeParse(email.trim()).success;
          expect(Object.keys(messages({ ...filled, email }))).to.deep.equal(taken ? [] : ['email']);
        },
      ),
    );
  });

  it('tells a missing CPF from a wrong one', () => {
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

  it('needs neither document nor phone where the offer does not, nor in English', () => {
    const free = { ...terms, checkout: { ...digitalOffer, requiredDocumentAndPhone: false } };
    expect(messages({ ...filled, cpf: '', phone: '' }, free)).to.deep.equal({});
    expect(messages({ ...filled, cpf: '', phone: '' }, english)).to.deep.equal({});
    expect(asksIdentity(digitalOffer, 'en')).to.equal(false);
  });

  it('asks for the ZIP code first, then for the address, but for no complement', () => {
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

  it('asks for a card only when it pays', () => {
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

  it('says at the field that a card is in a name and a surname, before any tokeniser is asked', () => {
    const one = { cardName: 'Nome do titular inválido, deve conter nome e sobrenome.' };
    expect(messages({ ...card, cardName: 'MARY' })).to.deep.equal(one);
    expect(messages({ ...card, cardName: ' MARY ' })).to.deep.equal(one);
    expect(messages({ ...card, cardName: 'MARY |ANN' })).to.deep.equal(one);
    expect(messages({ ...card, cardName: 'MARY  ANN O’NEIL' })).to.deep.equal({});
  });

  it('has begun once there is something to lose', () => {
    expect(hasBegun(emptyForm(digitalOffer))).to.equal(false);
    expect(hasBegun({ ...emptyForm(digitalOffer), email: 'a' })).to.equal(true);
  });
});

describe('the toast of a submit that cannot go through', () => {
  it('is the first failure: document, phone, checksum of the document, name, then the rest', () => {
    let form = { ...emptyForm(physicalOffer), paymentMethod: 'CREDIT_CARD' as const };
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

  it('names a document that is missing before a name that is', () => {
    expect(toast({ ...filled, cpf: '', name: '' })).to.equal('CPF inválido');
    expect(toast({ ...filled, phone: '', cpf: '111.111.111-11' })).to.equal('Telefone inválido');
    expect(toast({ ...filled, name: '' }, english)).to.equal('Enter your full name to continue');
  });
});
