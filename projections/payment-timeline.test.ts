import { expect } from 'chai';
import { countPaymentsAwaitingStaff } from './investigations.ts';
import { getPaymentTimeline, paymentTimeline } from './payment-timeline.ts';
import {
  findByTransactions,
  listLatestOpenPayments,
  openPaymentsAfter,
  providerReference,
} from './provider-reference.ts';
import { listRefunds, openRefundsAfter, refunds } from './refunds.ts';
import { sales } from './sales.ts';
import { listSales } from './sales-queries.ts';
import { cents } from '#/domain/values/money.ts';
import { History } from './testing/history.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

const paging = { limit: 10 };
const beginning = { requestedAt: '2000-01-01T00:00:00.000Z', paymentId: '', refundId: '' };
const noneWaits = { payments: 0, unapplied: 0, since: null };

describe('Payment in the read models', () => {
  let world: ProjectionWorld;
  let history: History;
  let paymentId = '';

  before(async () => {
    world = await projectionWorld([sales, paymentTimeline, providerReference, refunds]);
    history = new History();
    paymentId = history.purchase();
    await world.happen(history);
  });

  after(() => world.close());

  const reference = (where: { readonly provider?: string; readonly platformId?: string } = {}) => {
    const transactionId = `tx-${paymentId}`;
    const named = { provider: 'sandbox', platformId: null, ...where };
    const query = { ...named, transactionIds: [transactionId] };
    return findByTransactions(world.pool, query).then((payments) => payments.get(transactionId));
  };

  it('is listed as open until its outcome at the provider is known', async () => {
    const [open] = await listLatestOpenPayments(world.pool, paging);
    expect(open).to.include({ paymentId, submission: 'AWAITED', transactionId: null });
    expect(await openPaymentsAfter(world.pool, beginning, paging)).to.deep.equal([open]);
    expect(await openPaymentsAfter(world.pool, open ?? beginning, paging)).to.deep.equal([]);
    history.leaveUnanswered(paymentId);
    await world.happen(history);
    expect((await listLatestOpenPayments(world.pool, paging))[0]).to.include({
      submission: 'UNANSWERED',
    });
    history.submit(paymentId);
    await world.happen(history);
    expect(await reference()).to.include({ paymentId, submission: 'ANSWERED', open: true });
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    expect(await listLatestOpenPayments(world.pool, paging)).to.deep.equal([]);
    expect(await reference()).to.include({ paymentId, open: false });
    expect(await reference({ platformId: 'demo' })).to.include({ paymentId });
    expect(await reference({ platformId: 'another' })).to.equal(undefined);
    expect(await reference({ provider: 'another' })).to.equal(undefined);
  });

  it('has its refunds and chargeback listed by seller, and a pending refund listed as open', async () => {
    const first = history.requestRefund(paymentId, cents(700));
    await world.happen(history);
    const [open] = await openRefundsAfter(world.pool, beginning, paging);
    expect(open).to.include({ refundId: first });
    history.wait(60);
    history.concludeRefund(paymentId, first, 'FAILED');
    history.wait(60);
    const second = history.requestRefund(paymentId, cents(800));
    history.concludeRefund(paymentId, second, 'SETTLED');
    history.wait(60);
    history.report(paymentId, 'CHARGEBACK');
    await world.happen(history);
    expect(await openRefundsAfter(world.pool, beginning, paging)).to.deep.equal([]);
    const seller = { platformId: 'demo', sellerId: 'seller-1' };
    const { items } = await listRefunds(world.pool, seller, { limit: 5 });
    const printed = items.map(({ kind, status, amount, note, cause, title }) =>
      [kind, status, amount, note, cause, title].join('; '),
    );
    expect(printed).to.deep.equal([
      'CHARGEBACK; SETTLED; 8900; ; ; E-book',
      'REFUND; SETTLED; 800; Comprador desistiu; ; E-book',
      'REFUND; FAILED; 700; Comprador desistiu; provider; E-book',
    ]);
    const other = { platformId: 'demo', sellerId: 'seller-2' };
    expect((await listRefunds(world.pool, other, { limit: 5 })).items).to.deep.equal([]);
    const page = await listRefunds(world.pool, seller, { limit: 2 });
    const rest = await listRefunds(world.pool, seller, { limit: 2, cursor: page.nextCursor ?? '' });
    expect(rest.items.map(({ refundId }) => refundId)).to.deep.equal([first]);
  });

  it('has a timeline of the events of all streams that name it, in log order', async () => {
    const entries = await getPaymentTimeline(world.pool, paymentId);
    const printed = entries.map((entry) => {
      const { type, actor, amount, status, note, cause } = entry;
      const because = cause && `because ${cause}`;
      const named = entry.reference && `as ${entry.reference}`;
      return [type, actor, amount, status, note, because, named].filter(Boolean).join(' ');
    });
    expect(printed).to.deep.equal([
      'PaymentRequested buyer 9700 PENDING',
      'PaymentSubmissionUnanswered system because timeout',
      'PaymentSubmitted system',
      'PaymentApproved system 9700 APPROVED',
      'ReceivablesBooked system 9115',
      'PaymentRefundRequested system 700 Comprador desistiu',
      'RefundRequested system 700',
      'RefundFailed system because provider',
      'PaymentRefundFailed system 700 because provider',
      'PaymentRefundRequested system 800 Comprador desistiu',
      'RefundRequested system 800',
      'RefundSettled system as r-1',
      'PaymentRefunded system 800 REFUNDED',
      'ReceivablesReversed system 752',
      'PaymentChargedBack system 8900 CHARGEBACK',
      'ReceivablesReversed system 8363',
    ]);
    const positions = entries.map(({ position }) => position);
    expect(positions).to.deep.equal(positions.toSorted());
    expect(await getPaymentTimeline(world.pool, 'unknown')).to.deep.equal([]);
  });

  it('lists each returned amount once when refunds that had failed turn out to be parts of a sum listed before', async () => {
    const sellerId = 'seller-matched';
    const sold = history.purchase({ sellerId });
    history.submit(sold);
    history.report(sold, 'APPROVED');
    const [part, whole] = [cents(700), cents(900)].map((amount) => {
      history.wait(60);
      const refundId = history.requestRefund(sold, amount);
      history.concludeRefund(sold, refundId, 'FAILED');
      return refundId;
    });
    history.wait(60);
    history.report(sold, 'APPROVED', { refundedAmount: cents(1_300) });
    history.wait(60);
    for (const refundId of [whole, part])
      if (refundId !== undefined) history.concludeRefund(sold, refundId, 'SETTLED');
    await world.happen(history);
    const { items } = await listRefunds(world.pool, { platformId: 'demo', sellerId }, { limit: 5 });
    expect(items.map(({ status, amount, cause }) => [status, amount, cause])).to.deep.equal([
      ['SETTLED', 1_300, null],
      ['FAILED', 900, 'taken-before'],
      ['SETTLED', 300, null],
    ]);
    const entries = await getPaymentTimeline(world.pool, sold);
    expect(
      entries.filter(({ type }) => type === 'PaymentRefundMatched').map(({ amount }) => amount),
    ).to.deep.equal([900, 400]);
  });

  it('is listed under the new acquirer after it was rerouted', async () => {
    const moved = history.purchase({ provider: 'onz' });
    history.declinedElsewhere(moved);
    history.submit(moved);
    await world.happen(history);
    const [first] = (await listSales(world.pool, { platformId: 'demo' }, { limit: 1 })).items;
    expect([first?.paymentId, first?.provider]).to.deep.equal([moved, 'sandbox']);
    const transactionId = `tx-${moved}`;
    const named = { platformId: 'demo', provider: 'sandbox', transactionIds: [transactionId] };
    expect((await findByTransactions(world.pool, named)).get(transactionId)?.paymentId).to.equal(
      moved,
    );
    const [, rerouted] = await getPaymentTimeline(world.pool, moved);
    expect(rerouted).to.include({ type: 'PaymentRerouted', cause: 'invalid' });
  });

  it('waits for a person while it has money that fits no sale, or until the acquirer reports its outcome', async () => {
    expect(await countPaymentsAwaitingStaff(world.pool)).to.deep.equal(noneWaits);
    const [other, endless] = [history.purchase(), history.purchase()];
    history.submit(other);
    history.submit(endless);
    history.wait(60);
    history.report(other, 'APPROVED', { amount: cents(1) });
    history.leaveUnresolved(endless);
    await world.happen(history);
    expect(await countPaymentsAwaitingStaff(world.pool)).to.deep.equal({
      payments: 2,
      unapplied: 1,
      since: history.now,
    });
    const open = await listLatestOpenPayments(world.pool, paging);
    expect(open.filter((row) => [other, endless].includes(row.paymentId))).to.deep.equal([]);
    const latest = [other, endless].map(async (id) =>
      (await getPaymentTimeline(world.pool, id)).at(-1),
    );
    const [mismatch, unresolved] = await Promise.all(latest);
    expect(mismatch).to.include({
      type: 'PaymentMismatchFound',
      amount: 1,
      status: 'APPROVED',
      cause: 'other-amount',
      reference: `tx-${other}`,
    });
    expect(unresolved).to.include({ type: 'PaymentLeftUnresolved', cause: 'still-pending' });
    history.report(other, 'REFUNDED', { amount: cents(1) });
    history.report(endless, 'APPROVED');
    await world.happen(history);
    expect(await countPaymentsAwaitingStaff(world.pool)).to.deep.equal(noneWaits);
  });
});
