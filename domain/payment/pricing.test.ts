import { expect } from 'chai';
import fc from 'fast-check';
import { Refused } from '#/domain/errors/refused.ts';
import { cents, sum } from '#/domain/values/money.ts';
import {
  sampleOffer,
  samplePlatform,
  sampleProduct,
  sampleSeller,
} from '#/domain/testing/samples.ts';
import { installmentOptions } from './installments.ts';
import {
  bumpsOf,
  optionsOf,
  priceOrder,
  type Bump,
  type CheckoutRecord,
  type OrderSelection,
} from './pricing.ts';

const offer = sampleOffer;

const socks: Bump = {
  offer: { ...offer, title: 'Meia', price: cents(1_990) },
  product: { ...sampleProduct, name: 'Meia de algodão' },
  fakePrice: cents(3_000),
};

const checkoutRecord: CheckoutRecord = {
  offerId: 'demo-camiseta',
  offer,
  product: sampleProduct,
  seller: sampleSeller,
  platform: samplePlatform,
  bumps: new Map([['meia', socks]]),
};

const selection: OrderSelection = {
  method: 'PIX',
  installments: 1,
  orderBumpsIds: [],
  deliveryOptionId: 'pac',
};

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    return error instanceof Refused ? error.code : String(error);
  }
  return undefined;
};

describe('Price of an order', () => {
  it('has one line each for the offer, every chosen order bump and shipping', () => {
    const { lines, amount } = priceOrder(checkoutRecord, {
      ...selection,
      orderBumpsIds: ['meia', 'meia'],
    });
    expect(lines.map(({ kind, amount: each }) => [kind, each])).to.deep.equal([
      ['OFFER', 7_990],
      ['BUMP', 1_990],
      ['SHIPPING', 1_500],
    ]);
    expect(amount).to.equal(11_480);
  });

  it('charges the fixed shipping price when the offer has one', () => {
    const fixed = {
      ...checkoutRecord,
      offer: { ...offer, fretePrice: cents(990), deliveryOptions: [] },
    };
    expect(priceOrder(fixed, selection).amount).to.equal(8_980);
  });

  it('charges no shipping for digital goods, unless a physical order bump is added', () => {
    const digital = {
      ...checkoutRecord,
      product: { ...checkoutRecord.product, typeProduct: 'DIGITAL' as const },
    };
    expect(priceOrder(digital, selection).amount).to.equal(7_990);
    const { lines, amount } = priceOrder(digital, { ...selection, orderBumpsIds: ['meia'] });
    expect(lines.map(({ kind, title }) => [kind, title])).to.deep.equal([
      ['OFFER', 'Camiseta'],
      ['BUMP', 'Meia'],
      ['SHIPPING', 'PAC'],
    ]);
    expect(amount).to.equal(11_480);
  });

  it('rejects a shipping price, order bump, payment method or instalment count that is not on offer', () => {
    expect(codeOf(() => priceOrder(checkoutRecord, { ...selection, deliveryFare: 1 }))).to.equal(
      'offer/unknown-delivery-option',
    );
    expect(
      codeOf(() => priceOrder(checkoutRecord, { ...selection, orderBumpsIds: ['x'] })),
    ).to.equal('offer/unknown-bump');
    expect(codeOf(() => priceOrder(checkoutRecord, { ...selection, method: 'BILLET' }))).to.equal(
      'offer/method-not-enabled',
    );
    const card = { ...selection, method: 'CREDIT_CARD', installments: 12 } as const;
    const atMostThree = {
      ...samplePlatform,
      installments: { ...samplePlatform.installments, maximum: 3 },
    };
    expect(codeOf(() => priceOrder({ ...checkoutRecord, platform: atMostThree }, card))).to.equal(
      'installments/not-offered',
    );
  });

  it('rejects an offer or a chosen order bump in another currency than reais', () => {
    const inEuros = { ...offer, coin: 'EUR' as const };
    expect(codeOf(() => priceOrder({ ...checkoutRecord, offer: inEuros }, selection))).to.equal(
      'offer/currency-not-supported',
    );
    const withBump = {
      ...checkoutRecord,
      bumps: new Map([['meia', { ...socks, offer: inEuros }]]),
    };
    expect(codeOf(() => priceOrder(withBump, { ...selection, orderBumpsIds: ['meia'] }))).to.equal(
      'offer/currency-not-supported',
    );
    expect(codeOf(() => priceOrder(withBump, selection))).to.equal(undefined);
    expect(bumpsOf(withBump)).to.deep.equal([]);
    expect(bumpsOf(checkoutRecord)).to.deep.equal([['meia', socks]]);
  });

  it('adds instalment interest as a line of its own', () => {
    const card = { ...selection, method: 'CREDIT_CARD', installments: 12 } as const;
    const { lines, amount } = priceOrder(checkoutRecord, card);
    expect(lines.at(-1)).to.include({ kind: 'INTEREST', amount: 1_898 });
    expect(sum(lines.map((line) => line.amount))).to.equal(amount);
  });
});

describe('Instalment options', () => {
  it('include a single payment, meet the minimum value, and are interest-free up to three instalments', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (price) => {
        const options = installmentOptions(cents(price), samplePlatform.installments);
        expect(options[0]).to.include({ installmentNumber: 1, total: price, interestFree: true });
        for (const option of options.slice(1)) {
          expect(option.installmentValue).to.be.at.least(samplePlatform.installments.minimumValue);
          expect(option.total).to.equal(price + option.interest);
          expect(option.interestFree).to.equal(option.installmentNumber <= 3);
        }
      }),
    );
  });

  it('are a single payment for a subscription', () => {
    const subscription = { ...checkoutRecord, offer: { ...offer, type: 'SUBSCRIPTION' as const } };
    expect(optionsOf(subscription, cents(2_990))).to.have.length(1);
  });
});
