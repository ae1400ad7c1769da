import { expect } from 'chai';
import { assignment, type AssignmentDetails } from '#/domain/manager/assignment.ts';
import { cents } from '#/domain/values/money.ts';
import type { RecordCommand } from '#/domain/aggregates/record.ts';
import { sampleNow } from '#/domain/testing/samples.ts';
import { addDays, addSeconds, dayOf, type Day } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import {
  loadPortfolioDays,
  loadPortfolioFigures,
  rankPortfolio,
  loadSellerVolumes,
} from './portfolio-volumes.ts';
import { assignmentsOf, listAssignments, listMoves, portfolios } from './portfolios.ts';
import { sales } from './sales.ts';
import { appendAll, History } from './testing/history.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

const DAY = 86_400;
const platformId = 'demo';
const paging = { limit: 10 };

describe('Portfolios read model', () => {
  let world: ProjectionWorld;
  let count = 0;

  before(async () => {
    world = await projectionWorld([portfolios, sales]);
  });
  after(() => world.close());

  type Change =
    | { readonly type: 'Create' | 'Revise'; readonly details: AssignmentDetails }
    | { readonly type: 'Archive' };

  const settle = async (): Promise<void> => {
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, ['portfolios', 'sales'], 20_000);
  };

  const send = async (sellerId: string, change: Change): Promise<void> => {
    count += 1;
    const now = addSeconds(sampleNow, count);
    const command: RecordCommand<AssignmentDetails> = { ...change, now };
    const handler = createCommandHandler({ store: world.store });
    await handler.handle(assignment, `assignment-${sellerId}`, command, {
      commandId: derivedId('assignment', String(count)),
      platform: platformId,
      actor: 'admin:ana',
      correlation: sellerId,
    });
    await settle();
  };

  const assign = (sellerId: string, managerId: string | null, type: 'Create' | 'Revise') =>
    send(sellerId, { type, details: { platformId, managerId } });

  const sellersOf = async (managerId: string, platform = platformId) => {
    const manager = { platformId: platform, managerId };
    return (await listAssignments(world.pool, manager, paging)).items.map(
      ({ sellerId }) => sellerId,
    );
  };

  const movesOf = async (managerId: string) =>
    (await listMoves(world.pool, { platformId, managerId }, paging)).items.map(
      ({ sellerId, fromId, toId, movedBy }) => [sellerId, fromId, toId, movedBy],
    );

  it('has each seller with one manager, last assigned first, and every move with the person who made it', async () => {
    await assign('x', 'gil', 'Create');
    await assign('y', 'gil', 'Create');
    expect(await sellersOf('gil')).to.deep.equal(['y', 'x']);
    expect(await sellersOf('gil', 'other'), 'of another platform').to.deep.equal([]);
    await assign('x', 'rafa', 'Revise');
    await assign('y', null, 'Revise');
    expect([await sellersOf('gil'), await sellersOf('rafa')]).to.deep.equal([[], ['x']]);
    expect(await movesOf('gil')).to.deep.equal([
      ['y', 'gil', null, 'admin:ana'],
      ['x', 'gil', 'rafa', 'admin:ana'],
      ['y', null, 'gil', 'admin:ana'],
      ['x', null, 'gil', 'admin:ana'],
    ]);
    expect(await movesOf('rafa')).to.deep.equal([['x', 'gil', 'rafa', 'admin:ana']]);
    const assignments = await assignmentsOf(world.pool, ['x', 'y', 'z']);
    expect(assignments.get('x')).to.include({ managerId: 'rafa', revision: 1 });
    expect(assignments.get('y')).to.include({ managerId: null, revision: 1 });
    expect(assignments.has('z')).to.equal(false);
    await send('x', { type: 'Archive' });
    expect(await sellersOf('rafa')).to.deep.equal([]);
  });

  /** Makes these sales, which are listed from the oldest to the newest; amounts are in cents. @returns today */
  const sell = async (
    sold: readonly (readonly [
      sellerId: string,
      daysAgo: number,
      amount: number,
      currency?: 'EUR',
    ])[],
  ): Promise<Day> => {
    const first = sold[0]?.[1] ?? 0;
    const history = new History(addSeconds(sampleNow, -first * DAY));
    let ago = first;
    for (const [sellerId, daysAgo, amount, currency = 'BRL'] of sold) {
      history.wait((ago - daysAgo) * DAY);
      ago = daysAgo;
      const paymentId = history.purchase({
        platformId,
        sellerId,
        currency,
        amount: cents(amount),
      });
      history.submit(paymentId);
      history.report(paymentId, 'APPROVED');
    }
    await appendAll(world.store, history.take());
    await settle();
    return dayOf(sampleNow);
  };

  it('sums approved sales of the sellers in it, by day and by seller, and counts only those in reais', async () => {
    const today = await sell([
      ['v-a', 60, 77_000],
      ['v-a', 59, 10_000],
      ['v-a', 30, 20_000],
      ['v-b', 29, 5_000],
      ['v-a', 29, 40_000, 'EUR'],
      ['v-c', 1, 99_000],
      ['v-a', 0, 1_000],
    ]);
    await assign('v-a', 'vera', 'Create');
    await assign('v-b', 'vera', 'Create');
    const vera = { platformId, managerId: 'vera' };
    const figures = await loadPortfolioFigures(world.pool, ['vera', 'none'], today);
    expect(figures.get('vera')).to.deep.equal({ sellers: 2, volume: 6_000 });
    expect(figures.get('none')).to.deep.equal({ sellers: 0, volume: 0 });
    const byDay = await loadPortfolioDays(world.pool, vera, { after: addDays(today, -60), today });
    expect(byDay).to.deep.equal([
      { day: addDays(today, -59), count: 1, volume: 10_000 },
      { day: addDays(today, -30), count: 1, volume: 20_000 },
      { day: addDays(today, -29), count: 1, volume: 5_000 },
      { day: today, count: 1, volume: 1_000 },
    ]);
    const ranked = await rankPortfolio(world.pool, vera, { days: 30, today, limit: 1 });
    expect(ranked).to.deep.equal([
      { sellerId: 'v-b', total: 2, count: 1, volume: 5_000, before: 0 },
    ]);
    const all = await rankPortfolio(world.pool, vera, { days: 30, today, limit: 5 });
    expect(all[1]).to.deep.equal({
      sellerId: 'v-a',
      total: 2,
      count: 1,
      volume: 1_000,
      before: 30_000,
    });
    const volumes = await loadSellerVolumes(world.pool, platformId, ['v-a', 'v-b', 'v-d'], today);
    expect(volumes.get('v-a')).to.deep.equal({
      volume: 1_000,
      before: 30_000,
      lastSaleOn: today,
    });
    expect(volumes.get('v-b')?.lastSaleOn).to.equal(addDays(today, -29));
    expect(volumes.has('v-d')).to.equal(false);
  });
});
