import { expect } from 'chai';
import { startProduct, type Product, type TestLog } from '#/scripts/testing/product.ts';
import { sample } from '#/scripts/testing/sampled.ts';

const pixPurchase = {
  name: 'Maria da Silva',
  email: 'maria.da.silva@example.com',
  phone: '11987654321',
  cpf: '52998224725',
  offerId: 'demo-ebook',
  paymentMethod: 'PIX',
} as const;

const incompletePurchases: readonly {
  readonly fault: string;
  readonly differences: Readonly<Record<string, unknown>>;
  readonly code: string;
}[] = [
  {
    fault: 'without a document',
    differences: { cpf: undefined },
    code: 'buyer/document-required',
  },
  { fault: 'without a phone', differences: { phone: undefined }, code: 'buyer/phone-required' },
  {
    fault: 'with an invalid document',
    differences: { cpf: '52998224726' },
    code: 'buyer/document-invalid',
  },
  {
    fault: 'for an unknown offer',
    differences: { offerId: 'nowhere' },
    code: 'offer/not-available',
  },
  {
    fault: 'with an order bump that the offer does not have',
    differences: { orderBumpsIds: ['nothing'] },
    code: 'offer/unknown-bump',
  },
  {
    fault: 'by card without a card token',
    differences: { paymentMethod: 'CREDIT_CARD' },
    code: 'card/token-required',
  },
  {
    fault: 'by a method that the offer does not accept',
    differences: { offerId: 'demo-clube', paymentMethod: 'BILLET' },
    code: 'offer/method-not-enabled',
  },
  {
    fault: 'for physical goods without an address',
    differences: { offerId: 'demo-camiseta' },
    code: 'buyer/address-required',
  },
];

const rejectsIncomplete = (log: TestLog): void => {
  let product: Product;

  before(async function () {
    this.timeout(60_000);
    product = await startProduct(0, { log });
  });

  after(async () => product.stop());

  for (const { fault, differences, code } of incompletePurchases) {
    it(`rejects a purchase ${fault}`, async () => {
      const input = { ...pixPurchase, ...differences };
      const refusal = await product.refusal('checkout.purchase', input);
      expect(refusal.code).to.equal(code);
      expect(refusal.status).to.be.within(400, 499);
      expect(refusal.detail.pt).to.not.equal(refusal.detail.en);
    });
  }
};

for (const log of sample(['postgres', 'eventstoredb'] as const, 1)) {
  describe(`Incomplete purchases, end to end with the event log in ${log}`, () =>
    rejectsIncomplete(log));
}
