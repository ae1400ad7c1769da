import { expect } from 'chai';
import { saleDetail } from '#/api/contract/sales.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { makeBuyer } from '#/api/testing/people.ts';
import { cents } from '#/domain/values/money.ts';
import { History } from '#/projections/testing/history.ts';

describe('seller.getSale', () => {
  let world: ApiWorld;
  let history: History;

  before(async () => {
    world = await apiWorld();
    history = new History();
  });
  after(() => world.close());

  const purchase = async (terms = {}): Promise<string> => {
    const buyer = await makeBuyer(world.services.core, 'Rita Souza');
    const paymentId = history.purchase({ sellerId: 'seller-1', buyer, ...terms });
    history.submit(paymentId);
    return paymentId;
  };

  const detail = async (paymentId: string) => {
    await world.happen(history);
    const { body } = await world.get(`/api/seller.getSale?paymentId=${paymentId}`, { as: 'ana' });
    return saleDetail.parse(body);
  };

  it('shows the expected fee and net amount of an unpaid sale', async () => {
    const { sale, receivables, parts, refundable } = await detail(await purchase());
    expect(sale).to.include({ status: 'PENDING', fee: 585, net: 9_115, approvedAt: null });
    expect([receivables, parts, refundable]).to.deep.equal([[], null, 0]);
  });

  it('shows the display name of the acquirer', async () => {
    const { sale } = await detail(await purchase());
    expect(sale).to.include({ provider: 'sandbox', providerLabel: 'Sandbox' });
  });

  it('splits the rest after a partial refund, and shows how much of each receivable was reversed', async () => {
    const paymentId = await purchase({ method: 'CREDIT_CARD', installments: 2 });
    history.report(paymentId, 'APPROVED');
    const original = await detail(paymentId);
    expect(original.receivables.map(({ reversed }) => reversed)).to.deep.equal([0, 0]);
    history.concludeRefund(paymentId, history.requestRefund(paymentId, cents(6_000)), 'SETTLED');
    const { sale, receivables, parts } = await detail(paymentId);
    expect(sale.fee + sale.interest + sale.net).to.equal(9_700 - 6_000);
    expect(parts).to.deep.equal(original.parts);
    const [first, second] = receivables;
    expect(second?.reversed).to.equal(second?.amount);
    expect(first?.reversed).to.be.within(1, (first?.amount ?? 0) - 1);
    const reversed = receivables.reduce((total, each) => total + each.reversed, 0);
    expect(reversed).to.equal((parts?.net ?? 0) - sale.net);
  });

  it('shows no fee and no net amount after a full refund, and every receivable as reversed', async () => {
    const paymentId = await purchase();
    history.report(paymentId, 'APPROVED');
    history.concludeRefund(paymentId, history.requestRefund(paymentId), 'SETTLED');
    const { sale, receivables } = await detail(paymentId);
    expect(sale).to.include({ status: 'REFUNDED', refundedAmount: 9_700, fee: 0, net: 0 });
    expect(receivables.every(({ amount, reversed }) => reversed === amount)).to.equal(true);
  });

  it('allows a refund of any amount when the acquirer states no limit', async () => {
    const paymentId = await purchase();
    history.report(paymentId, 'APPROVED');
    expect(await detail(paymentId)).to.include({ refundable: 9_700, refundRight: 'ANY_AMOUNT' });
  });

  it('shows no fee, net amount or receivables of a declined payment', async () => {
    const paymentId = await purchase();
    history.report(paymentId, 'REJECTED');
    const { sale, receivables } = await detail(paymentId);
    expect(sale).to.include({ status: 'REJECTED', fee: 0, net: 0 });
    expect(receivables).to.deep.equal([]);
  });

  it('shows figures that a replay of each payment confirms', async () => {
    const [paid, declined] = [await purchase(), await purchase({ method: 'CREDIT_CARD' })];
    history.report(paid, 'APPROVED');
    history.concludeRefund(paid, history.requestRefund(paid, cents(6_000)), 'SETTLED');
    history.report(declined, 'REJECTED');
    await world.happen(history);
    expect(history.payments).to.include.members([paid, declined]);
    for (const paymentId of history.payments) {
      const path = `/api/admin.replayPayment?paymentId=${paymentId}`;
      const { body } = await world.get(path, { as: 'admin' });
      expect(Object(body).differences, paymentId).to.deep.equal([]);
    }
  });
});
