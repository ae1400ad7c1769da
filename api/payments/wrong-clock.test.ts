import { expect } from 'chai';
import { thisMachine } from '#/ledger/machine.ts';
import { newBuyer } from '#/scripts/testing/buyers.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';

const MINUTES = 3 * 60_000;

describe('A machine whose clock is set', function () {
  this.timeout(90_000);
  const { wallMs } = thisMachine;
  let product: Product;

  const setClock = (aheadMs: number): void => {
    Object.assign(thisMachine, { wallMs: () => wallMs() + aheadMs });
  };

  before(async () => {
    product = await startProduct(0);
  });
  afterEach(() => setClock(0));
  after(() => product.stop());

  for (const [which, aheadMs] of Object.entries({ ahead: MINUTES, back: -MINUTES })) {
    it(`sells nothing and takes no traffic until it is right again: ${which}`, async () => {
      const readiness = async () => {
        const answer = await fetch(`${product.url}/readyz`);
        return [answer.status, Object(await answer.json()).checks.clock];
      };
      await product.ask('checkout.purchase', newBuyer());
      expect(await readiness()).to.deep.equal([200, true]);
      setClock(aheadMs);
      const refusal = await product.refusal('checkout.purchase', newBuyer());
      expect(refusal).to.include({ status: 503, code: 'service/unavailable' });
      expect(await readiness()).to.deep.equal([503, false]);
      setClock(0);
      const { payment } = await product.ask('checkout.purchase', newBuyer());
      expect(payment.pixCode).to.match(/^000201/);
      expect(await readiness()).to.deep.equal([200, true]);
    });
  }
});
