import { expect } from 'chai';
import { deliveryAddressOf } from './destination.ts';
import { emptyForm } from '#/web/features/checkout/buyer/buyer-form.ts';
import { purchaseRequest } from '#/web/features/checkout/purchase/purchase-request.ts';
import { digitalOffer, physicalOffer } from '#/web/features/checkout/testing/offers.ts';

const context = { language: 'pt', installments: 1, query: '', referrer: '' } as const;

describe('Delivery address of a purchase', () => {
  it('is only the e-mail address for a product that is not shipped', () => {
    const form = { ...emptyForm(digitalOffer), email: ' marina@example.com ' };
    const request = purchaseRequest(form, { checkout: digitalOffer, ...context });
    expect(deliveryAddressOf(request)).to.deep.equal({ email: 'marina@example.com', address: [] });
  });

  it('includes the postal address for a shipped product, with the complement only if it was given', () => {
    const form = {
      ...emptyForm(physicalOffer),
      email: 'marina@example.com',
      cep: '01001-000',
      street: 'Praça da Sé',
      number: '100',
      district: 'Sé',
      city: 'São Paulo',
      state: 'SP',
    };
    const addressOf = (complement: string) =>
      deliveryAddressOf(
        purchaseRequest({ ...form, complement }, { checkout: physicalOffer, ...context }),
      ).address;
    expect(addressOf('')).to.deep.equal(['Praça da Sé, 100', 'Sé, São Paulo/SP', '01001-000']);
    expect(addressOf('ap 12')[0]).to.equal('Praça da Sé, 100, ap 12');
  });
});
