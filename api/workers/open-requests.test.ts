import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { History } from '#/projections/testing/history.ts';
import { projectionWorld, type ProjectionWorld } from '#/projections/testing/projection-world.ts';
import { withdrawals } from '#/projections/withdrawals.ts';
import { createAwaitedRowQueries } from './awaited-row-queries.ts';
import { withdrawalsDue } from './open-requests.ts';

/** One more than a batch. */
const ENDLESS = 501;

describe('Open payouts', () => {
  let world: ProjectionWorld;

  before(async () => {
    world = await projectionWorld([withdrawals]);
  });

  after(() => world.close());

  it('are read back even if 501 earlier ones never end', async () => {
    const history = new History('2026-10-05T12:00:00.000Z');
    for (let sale = 0; sale < 20; sale += 1) history.report(history.purchase(), 'APPROVED');
    history.wait(10 * 86_400);
    history.release('seller-1');
    for (let nth = 0; nth < ENDLESS; nth += 1) history.withdraw('seller-1', cents(200));
    history.wait(3_600);
    const last = history.withdraw('seller-1', cents(200));
    expect(history.withdrawals).to.have.length(ENDLESS + 1);
    await world.happen(history);

    const due = withdrawalsDue(createAwaitedRowQueries(world.pool));
    const readBackIds = new Set<string>();
    for (let second = 60; second < 80; second += 1)
      for (const { id } of await due.take(addSeconds(history.now, second))) readBackIds.add(id);
    expect(readBackIds).to.include(last);
    expect(readBackIds.size).to.equal(ENDLESS + 1);
  });
});
