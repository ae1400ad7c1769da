import { expect } from 'chai';
import { emptyForm } from '#/web/features/checkout/buyer/buyer-form.ts';
import { purchaseRequest } from './purchase-request.ts';
import { digitalOffer, physicalOffer } from '#/web/features/checkout/testing/offers.ts';

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

describe('Purchase request', () => {
  it('contains document and phone as digits only, and no field that the buyer was not asked for', () => {
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

  it('lists the chosen order bumps in the order of the product', () => {
    const withBumps = { ...form, orderBumpsIds: ['bump-2', 'bump-1'] };
    expect(purchaseRequest(withBumps, context).orderBumpsIds).to.deep.equal(['bump-1', 'bump-2']);
  });

  it('carries the whole query as utm data, the affiliate id found in it, and the referrer', () => {
    const query = 'utm_source=ig&affiliateId=af-1';
    const request = purchaseRequest(form, { ...context, query, referrer: 'https://example.com/' });
    expect(request).to.include({
      utmQuery: query,
      affiliateId: 'af-1',
      referer: 'https://example.com/',
    });
  });

  it('never shortens the query, and reduces an overlong referrer to its origin', () => {
    const query = `affiliateId=${'a'.repeat(70)}&${'utm_campaign=longa&'.repeat(700)}`;
    const referrer = `https://example.com/${'x'.repeat(3_000)}`;
    expect(purchaseRequest(form, { ...context, query, referrer })).to.include({
      utmQuery: query,
      affiliateId: 'a'.repeat(70),
      referer: 'https://example.com',
    });
  });

  it('contains the address, delivery option and displayed fare, but only if the product is shipped', () => {
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
    const request = purchaseRequest(address, { ...context, checkout: physicalOffer });
    expect(request).to.include({
      cep: '01001000',
      state: 'SP',
      deliveryOptionId: 'sedex',
      deliveryFare: 2_490,
    });
    expect(request).not.to.have.property('complement');
    expect(purchaseRequest(address, context)).not.to.have.any.keys('cep', 'deliveryFare');
  });

  it('contains no card number, and the number of instalments displayed rather than the one chosen earlier', () => {
    const card = {
      ...form,
      paymentMethod: 'CREDIT_CARD',
      cardNumber: '4111 1111 1111 1111',
      cardCvv: '123',
      cardInstallment: '6',
    } as const;
    const request = purchaseRequest(card, { ...context, installments: 6 });
    expect(request.creditCard).to.deep.equal({ installments: 6 });
    expect(JSON.stringify(request)).not.to.contain('4111');
    expect(purchaseRequest(card, context).creditCard?.installments).to.equal(1);
  });

  it('contains stand-ins for document and phone in English, and neither if the offer requires none', () => {
    const typed = { ...form, cpf: '', phone: '' };
    const request = purchaseRequest(typed, { ...context, language: 'en' });
    expect(request).to.include(digitalOffer.standIns);
    const checkout = { ...digitalOffer, requiredDocumentAndPhone: false };
    expect(purchaseRequest(form, { ...context, checkout })).not.to.have.any.keys('cpf', 'phone');
  });
});
