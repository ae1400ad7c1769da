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

const noSelection = { orderBumpsIds: [], cep: '', deliveryOptionId: '' };
const delivered = { ...noSelection, cep: '01001-000', deliveryOptionId: 'sedex' };

describe('Cost of an order', () => {
  it('adds the chosen bumps to the price, and ignores a bump of another offer', () => {
    const { subtotal, total, shipping, bumps } = orderTotals(digitalOffer, {
      ...noSelection,
      orderBumpsIds: ['bump-2', 'bump-of-another-offer'],
    });
    expect({ subtotal, total, shipping }).to.deep.equal({
      subtotal: 12_490,
      total: 12_490,
      shipping: null,
    });
    expect(bumps.map(({ id }) => id)).to.deep.equal(['bump-2']);
  });

  it('includes shipping only once the ZIP code is complete', () => {
    expect(shippingFare(physicalOffer, { ...delivered, cep: '01001-00' })).to.equal(null);
    expect(shippingFare(physicalOffer, delivered)).to.equal(2_490);
    expect(orderTotals(physicalOffer, delivered).total).to.equal(7_990 + 2_490);
  });

  it('announces the cost of shipping before the ZIP code is known, without adding it to the total', () => {
    const { shipping, awaitedShipping, total } = orderTotals(physicalOffer, {
      ...delivered,
      cep: '',
    });
    expect({ shipping, awaitedShipping, total }).to.deep.equal({
      shipping: null,
      awaitedShipping: 2_490,
      total: 7_990,
    });
    expect(orderTotals(digitalOffer, noSelection).awaitedShipping).to.equal(null);
  });

  it('prefers the offer’s fixed shipping price to a delivery option’s, and is free without delivery options', () => {
    expect(shippingFare({ ...physicalOffer, fretePrice: 1_500 }, delivered)).to.equal(1_500);
    expect(shippingFare({ ...physicalOffer, deliveryOptions: [] }, delivered)).to.equal(0);
  });

  it('includes shipping for a digital product when a physical bump is added', () => {
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

  it('includes no shipping for a digital product, even if the offer has a shipping price', () => {
    expect(shippingFare({ ...digitalOffer, fretePrice: 1_500 }, delivered)).to.equal(null);
  });

  it('shows the interest that instalments add to the total', () => {
    const installment = {
      installmentNumber: 6,
      installmentValue: 1_800,
      total: 10_800,
      interestFree: false,
    };
    const { interest, total } = orderTotals(digitalOffer, noSelection, installment);
    expect({ interest, total }).to.deep.equal({ interest: 1_100, total: 10_800 });
  });
});

describe('Initial selection', () => {
  it('preselects the delivery option that the offer marks, else the first, else none', () => {
    expect(preselectedDelivery(physicalOffer)).to.equal('sedex');
    const unmarked = physicalOffer.deliveryOptions.map((option) => ({
      ...option,
      preSelected: false,
    }));
    expect(preselectedDelivery({ ...physicalOffer, deliveryOptions: unmarked })).to.equal('pac');
    expect(preselectedDelivery(digitalOffer)).to.equal('');
  });

  it('lists only enabled payment methods, in the order PIX, card, boleto', () => {
    expect(enabledMethods(digitalOffer)).to.deep.equal(['PIX', 'CREDIT_CARD', 'BILLET']);
    expect(enabledMethods({ ...digitalOffer, pixEnabled: false })).to.deep.equal([
      'CREDIT_CARD',
      'BILLET',
    ]);
  });

  it('keeps the chosen number of instalments if it is offered, else falls back to a single payment', () => {
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
