import { expect } from 'chai';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import { checkoutContract } from '#/api/contract/checkout.ts';
import { isValidCpf } from '#/domain/brazil/document.ts';
import { errorTexts } from '#/api/http/error-texts.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { cents } from '#/domain/values/money.ts';
import type { CheckoutRecord } from '#/domain/payment/pricing.ts';
import {
  sampleOffer,
  samplePlatform,
  sampleProduct,
  sampleSeller,
} from '#/domain/testing/samples.ts';
import { buyersPart } from './buyer.ts';
import { standInsOf } from './stand-ins.ts';

const checkoutRecord: CheckoutRecord = {
  offerId: 'ebook',
  offer: sampleOffer,
  product: { ...sampleProduct, typeProduct: 'DIGITAL' },
  seller: sampleSeller,
  platform: samplePlatform,
  bumps: new Map(),
};

const standIns = standInsOf({ secretName: (text) => `secret ${text}` }, 'ebook');

const purchaseWith = (differences: object): ParsedInputOf<'checkout.purchase'> =>
  checkoutContract['checkout.purchase'].input.parse({
    offerId: 'ebook',
    email: 'jane@example.com',
    name: 'Jane Doe',
    paymentMethod: 'PIX',
    ...differences,
  });

const ip = '203.0.113.9';

const partOf = (differences: object, paymentId = 'payment-1') =>
  buyersPart(purchaseWith(differences), checkoutRecord, { paymentId, standIns, ip });

const refusalCode = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    return error instanceof Refused ? error.code : String(error);
  }
  return undefined;
};

describe('buyersPart: the visit', () => {
  it('passes on referer, IP address and device fingerprints unchanged', () => {
    const referer = 'https://loja.example/';
    const fingerPrints = [{ provider: 'pagarme', value: 'session-1' }];
    const { visit, ...reported } = partOf({ ...standIns, referer, fingerPrints });
    expect(visit).to.deep.equal({ referer, ip });
    expect(reported).to.deep.include({ fingerPrints });
  });
});

describe('buyersPart: the card', () => {
  it('takes the token of a card only for a payment by card', () => {
    const creditCard = { token: 'card.v1.token' };
    expect(partOf({ ...standIns, paymentMethod: 'CREDIT_CARD', creditCard })).to.include({
      cardToken: 'card.v1.token',
    });
    for (const paymentMethod of ['PIX', 'BILLET']) {
      expect(partOf({ ...standIns, paymentMethod, creditCard })).not.to.have.property('cardToken');
    }
  });
});

describe('buyersPart: identity, contact and address', () => {
  it('generates a document per payment, marked synthetic, for the English page’s default CPF and phone', () => {
    const { identity, contact } = partOf(standIns);
    expect(identity).to.include({ name: 'Jane Doe', synthetic: true });
    expect(isValidCpf(identity.document)).to.equal(true);
    expect(contact).to.deep.equal({ email: 'jane@example.com' });
    expect(partOf(standIns).identity).to.deep.equal(identity);
    expect(partOf(standIns, 'payment-2').identity.document).to.not.equal(identity.document);
  });

  it('generates a document, but no phone, when the offer requires neither', () => {
    const free = { ...checkoutRecord, offer: { ...sampleOffer, requiredDocumentAndPhone: false } };
    const { identity, contact } = buyersPart(purchaseWith({}), free, {
      paymentId: 'p',
      standIns,
      ip,
    });
    expect(identity.synthetic).to.equal(true);
    expect(contact).to.not.have.property('phone');
  });

  it('passes on the buyer’s own document, not marked synthetic, and phone', () => {
    const own = { cpf: '52998224725', phone: '11987654321' };
    const { identity, contact } = partOf(own);
    expect(identity).to.deep.include({ document: '52998224725', synthetic: false });
    expect(contact.phone).to.equal('11987654321');
  });

  it('requires an address when an order bump adds physical goods to a digital offer', () => {
    const socks = { offer: sampleOffer, product: sampleProduct, fakePrice: cents(0) };
    const withSocks = { ...checkoutRecord, bumps: new Map([['meia', socks]]) };
    const own = { cpf: '52998224725', phone: '11987654321', orderBumpsIds: ['meia'] };
    const buy = (differences: object) =>
      buyersPart(purchaseWith({ ...own, ...differences }), withSocks, {
        paymentId: 'p',
        standIns,
        ip,
      });
    expect(refusalCode(() => buy({}))).to.equal('buyer/address-required');
    const street = { street: 'Praça da Sé', number: '100', district: 'Sé' };
    const { address } = buy({ cep: '01001-000', ...street, city: 'São Paulo', state: 'SP' });
    expect(address?.zipCode).to.equal('01001000');
    expect(buy({ orderBumpsIds: [] })).to.not.have.property('address');
  });

  it('rejects a purchase without the document or the phone that the offer requires', () => {
    expect(refusalCode(() => partOf({ phone: '11987654321' }))).to.equal('buyer/document-required');
    expect(refusalCode(() => partOf({ cpf: '52998224725' }))).to.equal('buyer/phone-required');
    expect(refusalCode(() => partOf({}))).to.equal('buyer/document-required');
  });

  it('rejects a default CPF or phone without the other, with the message of the specification', () => {
    const { cpf, phone } = standIns;
    for (const onlyOne of [{ cpf }, { phone }]) {
      const code = refusalCode(() => partOf(onlyOne));
      expect(code).to.equal('buyer/defaults-incomplete');
    }
    const { pt, en } = errorTexts['buyer/defaults-incomplete'];
    expect([pt, en]).to.deep.equal(Array(2).fill('Phone and CPF must be defined at this point.'));
  });
});
