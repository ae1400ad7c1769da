import { expect } from 'chai';
import { basisPoints, cents } from '#/domain/values/money.ts';
import { accountStatement, listStatement, loadMonthBalances } from './account-statement.ts';
import { countNegativeSellers, listNegativeSellers } from './negative-sellers.ts';
import { getSellerBalance, sellerBalance } from './seller-balance.ts';
import { History } from './testing/history.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';
import {
  listWithdrawals,
  openWithdrawalsAfter,
  countWithdrawalsAwaitingStaff,
} from './withdrawals-queries.ts';
import { withdrawals } from './withdrawals.ts';

describe('Seller balance', () => {
  let world: ProjectionWorld;
  let history: History;
  let paymentId = '';

  before(async () => {
    world = await projectionWorld([sellerBalance, accountStatement, withdrawals]);
    history = new History('2026-10-05T12:00:00.000Z');
    paymentId = history.purchase();
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
  });

  after(() => world.close());

  const balance = () => getSellerBalance(world.pool, 'seller-1');

  /** Returns the lines of a month's statement: number, kind, and the changes of pending, available and held money in cents. */
  const linesOf = async (month: string) => {
    const filters = { sellerId: 'seller-1', month };
    const { items } = await listStatement(world.pool, filters, { limit: 50 });
    return items.map(({ sequence, kind, pendingChange, availableChange, heldChange }) =>
      [sequence, kind, pendingChange, availableChange, heldChange].join(' '),
    );
  };

  it('is pending after a sale, and names the day of its release', async () => {
    expect(await balance()).to.include({
      pending: 9_115,
      available: 0,
      held: 0,
      nextReleaseOn: '2026-10-13',
      negativeSince: null,
    });
    expect(world.changes.at(-1)).to.deep.include({
      topic: 'balance:seller-1',
      data: { available: 0, pending: 9_115, held: 0, negative: 0, nextReleaseOn: '2026-10-13' },
    });
  });

  it('is available after its release, and at once for a sale due on a day already released', async () => {
    history.wait(8 * 86_400);
    history.release('seller-1');
    await world.happen(history);
    expect(await balance()).to.include({
      pending: 0,
      available: 9_115,
      releasedThrough: '2026-10-13',
      nextReleaseOn: null,
    });
    const terms = {
      percent: basisPoints(500),
      fixed: cents(0),
      clearingDays: 0,
      guaranteeDays: 0,
    };
    const dueAlready = history.purchase({
      amount: cents(1_000),
      lines: [{ kind: 'OFFER', id: 'offer', title: 'Aula', amount: cents(1_000) }],
      terms,
    });
    history.report(dueAlready, 'APPROVED');
    await world.happen(history);
    expect(await balance()).to.include({ pending: 0, available: 9_115 + 950 });
  });

  it('is held during a withdrawal, and available again when the withdrawal fails', async () => {
    const failed = history.withdraw('seller-1', cents(5_000));
    await world.happen(history);
    expect(await balance()).to.include({ available: 5_065, held: 5_000 });
    const beginning = { payableSince: '2000-01-01T00:00:00.000Z', withdrawalId: '' };
    const [row] = await openWithdrawalsAfter(world.pool, beginning, { limit: 5 });
    expect(await openWithdrawalsAfter(world.pool, row ?? beginning, { limit: 5 })).to.deep.equal(
      [],
    );
    expect(row).to.include({ withdrawalId: failed, status: 'PENDING', net: 4_850, fee: 150 });
    history.concludeWithdrawal(failed, 'seller-1', 'FAILED');
    const paid = history.withdraw('seller-1', cents(10_065));
    history.concludeWithdrawal(paid, 'seller-1', 'SETTLED');
    await world.happen(history);
    expect(await balance()).to.include({ available: 0, held: 0 });
    const { items } = await listWithdrawals(world.pool, { platformId: 'demo' }, { limit: 5 });
    const ends = items.map(({ withdrawalId, status, endToEndId, cause }) => ({
      [withdrawalId]: [status, endToEndId, cause],
    }));
    expect(ends).to.have.deep.members([
      { [paid]: ['APPROVED', 'E-1', null] },
      { [failed]: ['REJECTED', null, 'rejected'] },
    ]);
  });

  it('is negative after a refund that exceeds it, and names since when and why', async () => {
    history.wait(20 * 86_400);
    history.concludeRefund(paymentId, history.requestRefund(paymentId), 'SETTLED');
    await world.happen(history);
    const owing = await balance();
    expect(owing).to.include({
      available: -9_115,
      negativeSince: history.now,
      reversalCause: 'REFUND',
      reversalPaymentId: paymentId,
      reversalAmount: 9_700,
    });
    const { items } = await listNegativeSellers(world.pool, 'demo', { limit: 5 });
    expect(items).to.deep.equal([owing]);
    expect(await countNegativeSellers(world.pool, 'demo')).to.equal(1);
    expect(await countNegativeSellers(world.pool, 'another')).to.equal(0);
    expect(world.changes.at(-1)).to.deep.nested.include({ 'data.negative': 9_115 });
  });

  it('is explained line by line in a statement of each month', async () => {
    expect(await linesOf('2026-10')).to.deep.equal([
      '8 WITHDRAWAL_FEE 0 0 -150',
      '7 WITHDRAWAL_PAID 0 0 -9915',
      '6 WITHDRAWAL 0 -10065 10065',
      '5 WITHDRAWAL_RETURNED 0 5000 -5000',
      '4 WITHDRAWAL 0 -5000 5000',
      '3 SALE 0 950 0',
      '2 RELEASE -9115 9115 0',
      '1 SALE 9115 0 0',
    ]);
    expect(await linesOf('2026-11')).to.deep.equal(['9 REFUND 0 -9115 0']);
    const nothing = { pending: 0, available: 0, held: 0 };
    expect(await loadMonthBalances(world.pool, 'seller-1', '2026-11')).to.deep.equal({
      opening: nothing,
      closing: { ...nothing, available: -9_115 },
    });
    const { items } = await listStatement(
      world.pool,
      { sellerId: 'seller-1', month: '2026-11' },
      { limit: 5 },
    );
    expect(items[0]).to.include({ kind: 'REFUND', buyerAmount: 9_700 });
    expect(await loadMonthBalances(world.pool, 'seller-1', '2026-09')).to.deep.equal({
      opening: nothing,
      closing: nothing,
    });
  });

  it('is available again with the fee when the bank returns a paid withdrawal, which is then shown as rejected', async () => {
    const before = (await balance())?.available ?? 0;
    const [failed, paid] = history.withdrawals.map(({ id }) => id);
    history.returnPayout(paid ?? '', 'seller-1');
    await world.happen(history);
    expect(await balance()).to.include({ available: before + 10_065, held: 0 });
    const month = history.now.slice(0, 7);
    expect((await linesOf(month))[0]).to.match(/WITHDRAWAL_REVERSED 0 10065 0$/);
    const withdrawalsById = async () => {
      const { items } = await listWithdrawals(world.pool, { platformId: 'demo' }, { limit: 5 });
      return new Map(items.map((row) => [row.withdrawalId, row]));
    };
    expect((await withdrawalsById()).get(paid ?? '')).to.include({
      status: 'REJECTED',
      cause: 'rejected',
    });
    expect(await countWithdrawalsAwaitingStaff(world.pool)).to.deep.equal({
      withdrawals: 0,
      since: null,
    });
    history.concludeWithdrawal(failed ?? '', 'seller-1', 'SETTLED');
    await world.happen(history);
    expect(await countWithdrawalsAwaitingStaff(world.pool)).to.deep.equal({
      withdrawals: 1,
      since: history.now,
    });
    expect((await withdrawalsById()).get(failed ?? '')).to.include({
      status: 'REJECTED',
      cause: 'contradicted',
    });
  });
});
