import { expect } from 'chai';
import { getSellerBalance, sellerBalance } from './seller-balance.ts';
import { History } from './testing/history.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

describe('seller balance', () => {
  let world: ProjectionWorld;

  before(async () => {
    world = await projectionWorld([sellerBalance]);
  });

  after(() => world.close());

  it('books an approved sale as pending until its day', async () => {
    const history = new History();
    const paymentId = history.purchase();
    history.submit(paymentId);
    history.hear(paymentId, 'APPROVED');
    await world.happen(history);
    const balance = await getSellerBalance(world.pool, 'seller-1');
    expect(balance).to.include({
      pending: 9_115,
      available: 0,
      held: 0,
      nextReleaseOn: '2026-10-13',
    });
  });
});
