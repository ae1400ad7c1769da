import { expect } from 'chai';
import { emptyForm } from './buyer-form.ts';
import { purchaseRequest } from './purchase-request.ts';
import { digitalOffer, physicalOffer } from './testing/offers.ts';

const form = {
  ...emptyForm(digitalOffer),
  name: ' Ana Souza ',
  email: 'ana@example.com',
  cpf: '529.982.247-25',
  phone: '(11) 98765-4321',
};
const context = {
  checkout: digitalOffer,
  language: 'pt',
  installments: 1,
  query: '',
  referrer: '',
} as const;

describe('the purchase that is sent', () => {
  it('has digits only, and nothing that was not asked for', () => {
    expect(purchaseRequest(form, context)).to.deep.equal({
      offerId: 'ebook',
      email: 'ana@example.com',
      name: 'Ana Souza',
      paymentMethod: 'PIX',
      cpf: '52998224725',
      phone: '11987654321',
      orderBumpsIds: [],
    });
  });

  it('names what was added in the product’s order', () => {
    const added = { ...form, orderBumpsIds: ['bump-2', 'bump-1'] };
    expect(purchaseRequest(added, context).orderBumpsIds).to.deep.equal(['bump-1', 'bump-2']);
  });

  it('carries the whole query as utm data, and the affiliate out of it', () => {
    const query = 'utm_source=ig&affiliateId=af-1';
    const sent = purchaseRequest(form, { ...context, query, referrer: 'https://example.com/' });
    expect(sent).to.include({
      utmQuery: query,
      affiliateId: 'af-1',
      referer: 'https://example.com/',
    });
  });

  it('shortens no query, and of a long referrer says whose it is', () => {
    const query = `affiliateId=${'a'.repeat(70)}&${'utm_campaign=longa&'.repeat(700)}`;
    const referrer = `https://example.com/${'x'.repeat(3_000)}`;
    expect(purchaseRequest(form, { ...context, query, referrer })).to.include({
      utmQuery: query,
      affiliateId: 'a'.repeat(70),
      referer: 'https://example.com',
    });
  });

  it('says where it goes and the fare that was shown', () => {
    const address = {
      ...form,
      cep: '01001-000',
      street: 'Praça da Sé',
      number: '10',
      district: 'Sé',
      city: 'São Paulo',
      state: 'SP',
      deliveryOptionId: 'sedex',
    };
    const sent = purchaseRequest(address, { ...context, checkout: physicalOffer });
    expect(sent).to.include({
      cep: '01001000',
      state: 'SP',
      deliveryOptionId: 'sedex',
      deliveryFare: 2_490,
    });
    expect(sent).not.to.have.property('complement');
    expect(purchaseRequest(address, context)).not.to.have.any.keys('cep', 'deliveryFare');
  });

  it('never has the card itself, and the instalments that were shown, not those once chosen', () => {
    const card = {
      ...form,
      paymentMethod: 'CREDIT_CARD',
      cardNumber: '4111 1111 1111 1111',
      cardCvv: '123',
      cardInstallment: '6',
    } as const;
    const sent = purchaseRequest(card, { ...context, installments: 6 });
    expect(sent.creditCard).to.deep.equal({ installments: 6 });
    expect(JSON.stringify(sent)).not.to.contain('4111');
    expect(purchaseRequest(card, context).creditCard?.installments).to.equal(1);
  });

  it('holds the server’s own numbers in place of what an English buyer is not asked for', () => {
    const typed = { ...form, cpf: '', phone: '' };
    const sent = purchaseRequest(typed, { ...context, language: 'en' });
    expect(sent).to.include(digitalOffer.standIns);
    const checkout = { ...digitalOffer, requiredDocumentAndPhone: false };
    expect(purchaseRequest(form, { ...context, checkout })).not.to.have.any.keys('cpf', 'phone');
  });
});
