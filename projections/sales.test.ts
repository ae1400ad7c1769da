import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { InvalidCursor } from './engine/define/page.ts';
import { providerReference } from './provider-reference.ts';
import { sales, type SaleRow } from './sales.ts';
import {
  countSales,
  getSale,
  listSales,
  sumPlatformDay,
  sumSalesByDay,
  sumSalesByMethod,
  sumSales,
  streamSales,
  listTopProducts,
} from './sales-queries.ts';
import { listSellerRevenue, sumSellerRevenueByDay } from './seller-revenue.ts';
import { History } from './testing/history.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

const platformId = 'demo';

describe('Sales read model', () => {
  let world: ProjectionWorld;
  let history: History;

  before(async () => {
    world = await projectionWorld([sales, providerReference]);
    // 22:00 in Brazil on the 5th is the 6th in UTC.
    history = new History('2026-10-06T01:00:00.000Z');
  });

  after(() => world.close());

  const sale = async (paymentId: string): Promise<SaleRow> => {
    const row = await getSale(world.pool, { platformId, paymentId });
    if (row === undefined) throw new Error('the sale is missing');
    return row;
  };

  it('shows a payment with its fee and net amount, first as pending and then as approved', async () => {
    const paymentId = history.purchase();
    await world.happen(history);
    expect(await sale(paymentId)).to.include({
      status: 'PENDING',
      amount: 9_700,
      fee: 585,
      net: 9_115,
      transactionId: null,
      requestedAt: '2026-10-06T01:00:00.000Z',
    });
    history.submit(paymentId);
    history.wait(60);
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    const approved = await sale(paymentId);
    expect(approved).to.include({ status: 'APPROVED', fee: 585, interest: 0, net: 9_115 });
    expect(approved.transactionId).to.equal(`tx-${paymentId}`);
    expect(approved.approvedAt).to.equal('2026-10-06T01:01:00.000Z');
    expect(approved.buyer).to.include({ class: 'fiscal' });
  });

  it('shows a sale as approved after a partial refund, and as refunded after a full one', async () => {
    const [paymentId = ''] = history.payments;
    history.concludeRefund(paymentId, history.requestRefund(paymentId, cents(700)), 'SETTLED');
    await world.happen(history);
    const partly = await sale(paymentId);
    expect(partly).to.include({ status: 'APPROVED', refundedAmount: 700, fee: 543, net: 8_457 });
    history.concludeRefund(paymentId, history.requestRefund(paymentId), 'SETTLED');
    await world.happen(history);
    const whole = await sale(paymentId);
    expect(whole).to.include({ status: 'REFUNDED', refundedAmount: 9_700, fee: 0, net: 0 });
  });

  it('shows the cause of a declined and of a cancelled payment', async () => {
    const rejected = history.purchase({ method: 'CREDIT_CARD', sellerId: 'seller-2' });
    history.report(rejected, 'REJECTED');
    const canceled = history.purchase({ method: 'BILLET', sellerId: 'seller-2' });
    history.report(canceled, 'CANCELED');
    await world.happen(history);
    const nothing = { fee: 0, interest: 0, net: 0 };
    const refused = { ...nothing, status: 'REJECTED', cause: 'insufficient_funds' };
    expect(await sale(rejected)).to.include(refused);
    expect(await sale(canceled)).to.include({ ...nothing, status: 'CANCELED', cause: 'provider' });
  });

  it('counts requests and their outcomes by Brazilian day, method and product', async () => {
    const days = await sumSalesByDay(world.pool, { platformId });
    expect(days.map(({ day }) => day)).to.deep.equal(['2026-10-05']);
    expect(days[0]).to.include({
      requestedCount: 3,
      requestedAmount: 3 * 9_700,
      approvedCount: 1,
      approvedAmount: 9_700,
      rejectedCount: 1,
      canceledCount: 1,
      refundedCount: 2,
      refundedAmount: 9_700,
      chargebackCount: 0,
    });
    const methods = await sumSalesByMethod(world.pool, { platformId, sellerId: 'seller-2' });
    expect(methods.map(({ method, requestedCount }) => [method, requestedCount])).to.deep.equal([
      ['BILLET', 1],
      ['CREDIT_CARD', 1],
    ]);
    const before = await sumSales(world.pool, { platformId, to: '2026-10-04' });
    expect(before).to.include({ requestedCount: 0, fees: 0 });
    expect(await listTopProducts(world.pool, { platformId }, 5)).to.deep.equal([
      { productId: 'ebook', title: 'E-book', count: 1, amount: 9_700 },
    ]);
    expect(await sumPlatformDay(world.pool, platformId, '2026-10-05')).to.include({
      approvedCount: 1,
      approvedAmount: 9_700,
      fees: 0,
    });
    expect(await sumSales(world.pool, { platformId })).to.include({ fees: 0, net: 0 });
  });

  it('sums the revenue of a seller, in total and by day', async () => {
    const revenue = { sellerId: 'seller-1', currency: 'BRL', count: 1, gross: 9_700, fees: 0 };
    const expected = { ...revenue, refunded: 9_700 };
    expect(await listSellerRevenue(world.pool, platformId, {})).to.deep.equal([expected]);
    expect(await listSellerRevenue(world.pool, platformId, { to: '2026-10-04' })).to.deep.equal([]);
    const seller = { platformId, sellerId: 'seller-1' };
    expect(await sumSellerRevenueByDay(world.pool, seller, {})).to.deep.equal([
      { ...expected, day: '2026-10-05' },
    ]);
  });

  it('pages through the sales of a seller, each once', async () => {
    const seller = { platformId, sellerId: 'seller-3' };
    const bought = Array.from({ length: 7 }, (_, index) => {
      if (index % 2 === 0) history.wait(3_600);
      return history.purchase({ sellerId: 'seller-3' });
    });
    await world.happen(history);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listSales(world.pool, seller, { limit: 3, cursor });
      seen.push(...page.items.map(({ paymentId }) => paymentId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).to.have.length(7).and.to.have.members(bought);
    const streamed: string[] = [];
    for await (const rows of streamSales(world.pool, seller)) {
      streamed.push(...rows.map(({ paymentId }) => paymentId));
    }
    expect(streamed).to.deep.equal(seen.toReversed());
    expect(await countSales(world.pool, seller)).to.equal(7);
  });

  it('filters sales by platform, product, seller, status, method and day', async () => {
    const countListed = async (filters: Parameters<typeof listSales>[1]): Promise<number> =>
      (await listSales(world.pool, filters, { limit: 50 })).items.length;
    const [first = ''] = history.payments;
    expect(await countListed({ platformId, status: 'REJECTED' })).to.equal(1);
    expect(await countListed({ platformId, method: 'BILLET' })).to.equal(1);
    expect(await countListed({ platformId, to: '2026-10-05' })).to.equal(5);
    expect(await countListed({ platformId, from: '2026-10-06' })).to.equal(5);
    expect(await countListed({ platformId: 'another' })).to.equal(0);
    expect(await countListed({ platformId, productId: 'none' })).to.equal(0);
    const other = { platformId, sellerId: 'seller-2', paymentId: first };
    expect(await getSale(world.pool, other)).to.equal(undefined);
  });

  it('rejects a cursor of another list and a made-up cursor', async () => {
    const page = await listSales(world.pool, { platformId }, { limit: 1 });
    const cursor = page.nextCursor ?? '';
    const other = { platformId, status: 'APPROVED' } as const;
    for (const [filters, otherCursor] of [
      [other, cursor],
      [{ platformId }, 'bm9uc2Vuc2U'],
      [{ platformId }, ''],
    ] as const) {
      const outcome = await listSales(world.pool, filters, { limit: 1, cursor: otherCursor }).catch(
        (error: unknown) => error,
      );
      expect(outcome).to.be.instanceOf(InvalidCursor);
    }
  });

  it('sends no encrypted buyer data to live clients', () => {
    const reported = world.changes.filter(
      (change) => change.type === 'delta' && change.topic.startsWith('sales:'),
    );
    expect(reported.length).to.be.greaterThan(5);
    expect(JSON.stringify(world.changes)).not.to.contain('ciphertext');
  });
});
