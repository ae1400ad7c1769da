import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { thisMachine } from '#/ledger/machine.ts';
import { newBuyer } from '#/scripts/testing/buyers.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';

const THREE_MINUTES_MS = 3 * 60_000;

describe('A machine whose clock is set wrong', function () {
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

  for (const [which, aheadMs] of Object.entries({
    ahead: THREE_MINUTES_MS,
    back: -THREE_MINUTES_MS,
  })) {
    it(`sells, pays out and refunds nothing, and is not ready, until its clock is right again: ${which}`, async () => {
      const readiness = async () => {
        const answer = await fetch(`${product.url}/readyz`);
        return [answer.status, Object(await answer.json()).checks.clock];
      };
      const isReady = async () => (await readiness())[1] || undefined;
      const { payment: open } = await product.ask('checkout.purchase', newBuyer());
      const cookie = await product.signIn(people.seller.email);
      const { items } = await product.ask('seller.listDestinations', {}, { cookie });
      const payout = { amount: 100, destinationId: items[0]?.destinationId };
      expect(await readiness()).to.deep.equal([200, true]);
      setClock(aheadMs);
      const refund = { paymentId: open.paymentId, note: 'Pedido do cliente' };
      for (const refusal of [
        await product.refusal('checkout.purchase', newBuyer()),
        await product.refusal('seller.requestRefund', refund, { cookie, key: randomUUID() }),
        await product.refusal('seller.requestWithdrawal', payout, { cookie, key: randomUUID() }),
      ])
        expect(refusal).to.include({ status: 503, code: 'service/unavailable' });
      expect(await readiness()).to.deep.equal([503, false]);
      setClock(0);
      // The clock was wrong when compared, so it counts as wrong until the next comparison.
      await eventually(isReady, 'the clock is compared again');
      const { payment } = await product.ask('checkout.purchase', newBuyer());
      expect(payment.pixCode).to.match(/^000201/);
      expect(await readiness()).to.deep.equal([200, true]);
    });
  }
});
