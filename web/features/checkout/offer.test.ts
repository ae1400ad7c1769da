import { expect } from 'chai';
import {
  chosenInstallment,
  enabledMethods,
  isShipped,
  orderTotals,
  preselectedDelivery,
  shippingFare,
} from './offer.ts';
import { digitalOffer, physicalOffer } from './testing/offers.ts';

const nothing = { orderBumpsIds: [], cep: '', deliveryOptionId: '' };
const delivered = { ...nothing, cep: '01001-000', deliveryOptionId: 'sedex' };

describe('what an order costs', () => {
  it('adds the chosen bumps to the price, in whole cents', () => {
    const { subtotal, total, shipping, bumps } = orderTotals(digitalOffer, {
      ...nothing,
      orderBumpsIds: ['bump-2', 'bump-of-another-offer'],
    });
    expect({ subtotal, total, shipping }).to.deep.equal({
      subtotal: 12_490,
      total: 12_490,
      shipping: null,
    });
    expect(bumps.map(({ id }) => id)).to.deep.equal(['bump-2']);
  });

  it('has shipping only once the ZIP code is complete', () => {
    expect(shippingFare(physicalOffer, { ...delivered, cep: '01001-00' })).to.equal(null);
    expect(shippingFare(physicalOffer, delivered)).to.equal(2_490);
    expect(orderTotals(physicalOffer, delivered).total).to.equal(7_990 + 2_490);
  });

  it('says what shipping will cost before the ZIP code is known, without adding it', () => {
    const { shipping, awaitedShipping, total } = orderTotals(physicalOffer, {
      ...delivered,
      cep: '',
    });
    expect({ shipping, awaitedShipping, total }).to.deep.equal({
      shipping: null,
      awaitedShipping: 2_490,
      total: 7_990,
    });
    expect(orderTotals(digitalOffer, nothing).awaitedShipping).to.equal(null);
  });

  it('takes the fixed shipping price over that of any option', () => {
    expect(shippingFare({ ...physicalOffer, fretePrice: 1_500 }, delivered)).to.equal(1_500);
    expect(shippingFare({ ...physicalOffer, deliveryOptions: [] }, delivered)).to.equal(0);
  });

  it('ships a digital product with a physical one that is added to it', () => {
    const [first, second] = digitalOffer.product.ordersBumps;
    if (!first || !second) throw new Error('no bumps');
    const shirt = { ...second.offer.product, typeProduct: 'FISICO' } as const;
    const ordersBumps = [first, { ...second, offer: { ...second.offer, product: shirt } }];
    const offer = {
      ...digitalOffer,
      fretePrice: 1_500,
      product: { ...digitalOffer.product, ordersBumps },
    };
    expect(shippingFare(offer, { ...delivered, orderBumpsIds: [second.id] })).to.equal(1_500);
    expect(shippingFare(offer, { ...delivered, orderBumpsIds: [first.id] })).to.equal(null);
    expect(isShipped(offer, { orderBumpsIds: [second.id] })).to.equal(true);
  });

  it('never ships a digital product', () => {
    expect(shippingFare({ ...digitalOffer, fretePrice: 1_500 }, delivered)).to.equal(null);
  });

  it('shows what paying in instalments adds', () => {
    const installment = {
      installmentNumber: 6,
      installmentValue: 1_800,
      total: 10_800,
      interestFree: false,
    };
    const { interest, total } = orderTotals(digitalOffer, nothing, installment);
    expect({ interest, total }).to.deep.equal({ interest: 1_100, total: 10_800 });
  });
});

describe('what is chosen for the buyer', () => {
  it('is the pre-selected delivery, else the first', () => {
    expect(preselectedDelivery(physicalOffer)).to.equal('sedex');
    const none = physicalOffer.deliveryOptions.map((option) => ({ ...option, preSelected: false }));
    expect(preselectedDelivery({ ...physicalOffer, deliveryOptions: none })).to.equal('pac');
    expect(preselectedDelivery(digitalOffer)).to.equal('');
  });

  it('is PIX, else card, else boleto, and never what the offer does not enable', () => {
    expect(enabledMethods(digitalOffer)).to.deep.equal(['PIX', 'CREDIT_CARD', 'BILLET']);
    expect(enabledMethods({ ...digitalOffer, pixEnabled: false })).to.deep.equal([
      'CREDIT_CARD',
      'BILLET',
    ]);
  });

  it('keeps the number of instalments while it is offered', () => {
    const options = [1, 2, 3].map((installmentNumber) => ({
      installmentNumber,
      installmentValue: 100,
      total: 100 * installmentNumber,
      interestFree: true,
    }));
    expect(chosenInstallment(options, 3)?.installmentNumber).to.equal(3);
    expect(chosenInstallment(options, 6)?.installmentNumber).to.equal(1);
    expect(chosenInstallment([], 6)).to.equal(undefined);
  });
});
