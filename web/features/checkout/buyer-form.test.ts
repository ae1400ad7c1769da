import { expect } from 'chai';
import { asksIdentity, buyerSchema, emptyForm, submitComplaint } from './buyer-form.ts';
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

/** What stands under each field, the first message of each. */
const messages = (form: BuyerForm, by: FormTerms = terms): Readonly<Record<string, string>> => {
  const result = buyerSchema(by).safeParse(form);
  const byField: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) byField[path.join('.')] ??= message;
  return byField;
};

describe("the buyer's form", () => {
  it('goes through when all that is needed is there', () => {
    expect(messages(filled)).to.deep.equal({});
  });

  it('asks for a name of 4 to 30 characters, in the words of the spec', () => {
    expect(messages({ ...filled, name: ' ' })).to.deep.equal({ name: 'Campo obrigatório' });
    expect(messages({ ...filled, name: 'Ana' })).to.deep.equal({ name: 'Mínimo 3 caracteres' });
    expect(messages({ ...filled, name: 'Anas' })).to.deep.equal({});
    expect(messages({ ...filled, name: 'a'.repeat(31) })).to.deep.equal({
      name: 'Máximo 30 caracteres',
    });
  });

  it('asks for an e-mail that can be one', () => {
    expect(messages({ ...filled, email: '' })).to.deep.equal({ email: 'Campo obrigatório' });
    expect(messages({ ...filled, email: 'ana@' })).to.deep.equal({ email: 'E-mail inválido' });
  });

  it('tells a missing CPF from a wrong one', () => {
    expect(messages({ ...filled, cpf: '', phone: '' })).to.deep.equal({
      cpf: 'CPF inválido',
      phone: 'Telefone inválido',
    });
    expect(messages({ ...filled, cpf: '529.982.247-26' })).to.deep.equal({
      cpf: 'Seu CPF está inválido, insira um CPF válido para continuar a compra',
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
    const card = { ...filled, paymentMethod: 'CREDIT_CARD' } as const;
    expect(messages(card)).to.deep.equal({
      cardNumber: 'Número do cartão inválido',
      cardName: 'Campo obrigatório',
      cardExpiration: 'Validade inválida',
      cardCvv: 'CVV inválido',
    });
    const whole = {
      ...card,
      cardNumber: '4111 1111 1111 1111',
      cardName: 'ANA SOUZA',
      cardExpiration: '12/99',
      cardCvv: '123',
    };
    expect(messages(whole)).to.deep.equal({});
    expect(messages({ ...whole, cardExpiration: '01/20' })).to.have.keys('cardExpiration');
  });
});

describe('the toast of a submit that cannot go through', () => {
  it('says the one thing that the spec says for it', () => {
    expect(submitComplaint({ ...filled, name: '' }, terms)).to.equal(
      'Digite seu nome completo para continuar a compra',
    );
    expect(submitComplaint({ ...filled, cpf: '' }, terms)).to.equal('CPF inválido');
    expect(submitComplaint({ ...filled, phone: '' }, terms)).to.equal('Telefone inválido');
    expect(submitComplaint({ ...filled, cpf: '111.111.111-11' }, terms)).to.equal(
      'Seu CPF está inválido, insira um CPF válido para continuar a compra',
    );
    expect(submitComplaint(filled, physical)).to.equal(
      'Por favor, preencha todos os campos obrigatórios de endereço.',
    );
    expect(submitComplaint({ ...filled, email: '' }, terms)).to.equal(
      'Confira os campos destacados para continuar.',
    );
  });
});
