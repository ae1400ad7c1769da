import { expect } from 'chai';
import {
  applied,
  conclude,
  concludeByStaff,
  delivery,
  failed,
  noEffect,
  report,
  take,
  type CurrentNotices,
} from './samples.ts';

const payment = { provider: 'onz', account: 'demo', paymentId: 'p-1' };

export const keepingContract = (current: CurrentNotices): void => {
  it('lists the newest notices first, page by page, however many there are', async () => {
    const { store } = current();
    const ids = Array.from({ length: 12 }, (_, index) => `t-${index + 1}`);
    for (const transactionId of ids) await report(store, [{ transactionId }]);
    const listed: (string | null)[] = [];
    let before: string | undefined;
    do {
      const page = await store.list({ platformId: 'demo', limit: 5, ...(before && { before }) });
      listed.push(...page.map(({ reference }) => reference));
      before = page.at(-1)?.sequence;
    } while (before !== undefined);
    expect(listed).to.deep.equal(ids.toReversed());
  });

  it('keeps a repeated notice once, and its delivery', async () => {
    const { store } = current();
    const said = { transactionId: 't-1', isAuthentic: true } as const;
    expect(await report(store, [said])).to.include({ kept: 1, dropped: 0 });
    expect(await report(store, [said, { transactionId: 't-2' }])).to.include({ kept: 1 });
    const [second, first, ...others] = await store.list({ platformId: 'demo', limit: 5 });
    expect(others).to.deep.equal([]);
    expect(second).to.include({ noticeId: 'onz:demo:t-2-paid' });
    expect(first).to.include({
      noticeId: 'onz:demo:t-1-paid',
      provider: 'onz',
      platformId: 'demo',
      type: 'TRANSACTION',
      reference: 't-1',
      orderId: null,
      status: 'APPROVED',
      paymentId: null,
      isAuthentic: true,
      isProved: true,
      outcome: 'RECEIVED',
      failure: null,
      attempts: 0,
    });
    expect(await store.deliveryOf('onz:demo:t-1-paid')).to.deep.equal(delivery);
    expect(await store.deliveryOf('onz:demo:t-3-paid')).to.equal(null);
    expect(await store.get('onz:demo:t-3-paid')).to.equal(undefined);
  });

  it('keeps the former account whose secret proves a notice', async () => {
    const { store } = current();
    await report(store, [{ transactionId: 't-1', formerAccount: 'first', isProved: false }]);
    await report(store, [{ transactionId: 't-2' }]);
    const stored = await store.list({ platformId: 'demo', limit: 5 });
    expect(stored.map((each) => each.formerAccount)).to.deep.equal([null, 'first']);
    const leased = await take(store);
    const [notice] = leased.find(({ notices: [each] }) => each?.reference === 't-1')?.notices ?? [];
    expect(notice).to.include({ formerAccount: 'first', isAuthentic: false });
  });

  it('remembers when a notice came first and last', async () => {
    const { store, pass } = current();
    const gap = async (): Promise<number> => {
      const notice = await store.get('onz:demo:t-1-paid');
      if (!notice) throw new Error('the notice is stored');
      return (Date.parse(notice.lastReceivedAt) - Date.parse(notice.receivedAt)) / 1_000;
    };
    await report(store, [{ transactionId: 't-1' }]);
    expect(await gap()).to.equal(0);
    await pass(600);
    await report(store, [{ transactionId: 't-1' }]);
    expect(await gap()).to.be.within(600, 660);
  });

  it('records both attempts when two read-backs of one notice end together, and the effect counts', async () => {
    const { store, pass } = current();
    const id = 'onz:demo:t-1-paid';
    await report(store, [{ transactionId: 't-1' }]);
    const [leased] = await take(store);
    const byStaff = concludeByStaff(store, await store.get(id), applied);
    await Promise.all([byStaff, conclude(store, leased, failed)]);
    expect(await store.get(id)).to.include({ outcome: 'APPLIED', failure: null, attempts: 2 });
    const attempts = await store.attemptsOf(id);
    expect(attempts.map(({ outcome }) => outcome)).to.deep.equal(['APPLIED', 'FAILED']);
    await pass(60);
    const [again] = await take(store);
    expect(
      again?.notices.map(({ noticeId }) => noticeId),
      'the last attempt failed',
    ).to.deep.equal([id]);
  });

  it('records each attempt, and keeps APPLIED even if a later attempt fails or changes nothing', async () => {
    const { store, pass } = current();
    const id = 'onz:demo:t-1-paid';
    for (const end of [failed, applied, noEffect]) {
      await report(store, [{ transactionId: 't-1' }]);
      await pass(60);
      await conclude(store, (await take(store))[0], end);
    }
    expect(await store.get(id)).to.include({
      outcome: 'APPLIED',
      failure: null,
      paymentId: 'p-1',
      attempts: 3,
    });
    const attempts = await store.attemptsOf(id);
    expect(attempts.map(({ outcome, failure }) => [outcome, failure])).to.deep.equal([
      ['FAILED', 'unanswered'],
      ['APPLIED', null],
      ['NO_EFFECT', null],
    ]);
    const filters = [
      { outcome: 'APPLIED' },
      { outcome: 'FAILED' },
      { paymentId: 'p-1' },
      { paymentId: 'p-2' },
    ] as const;
    const found: number[] = [];
    for (const filter of filters)
      found.push((await store.list({ platformId: 'demo', limit: 5, ...filter })).length);
    expect(found).to.deep.equal([1, 0, 1, 0]);
  });

  it('counts how often each notice came again, not those that come for the first time beside it', async () => {
    const { store } = current();
    const [first, second] = [
      { transactionId: 't-1', word: 'refunded' },
      { transactionId: 't-1', word: 'refunded again' },
    ] as const;
    await report(store, [first]);
    await report(store, [first, second]);
    expect((await store.get('onz:demo:t-1-refunded'))?.repeats).to.equal(1);
    expect((await store.get('onz:demo:t-1-refunded again'))?.repeats).to.equal(0);
  });

  it('keeps notices that cause no read-back for the platform of their address, or for none', async () => {
    const { store } = current();
    const unreadable = { outcome: 'UNREADABLE', failure: 'no JSON' } as const;
    const ignored = { outcome: 'IGNORED', failure: null } as const;
    await store.storeUnread({ provider: 'onz', platformId: 'demo' }, unreadable, delivery);
    await store.storeUnread({ provider: 'onz', platformId: null }, ignored, delivery);
    const [mine] = await store.list({ platformId: 'demo', limit: 5 });
    const [nobodys] = await store.list({ platformId: null, limit: 5 });
    expect(mine).to.include({ ...unreadable, reference: null, attempts: 0 });
    expect(nobodys).to.include({ ...ignored, platformId: null });
    expect(await store.deliveryOf(mine?.noticeId ?? '')).to.deep.equal(delivery);
    expect(await take(store)).to.deep.equal([]);
  });

  it('lets unproved notices ask about a payment rarely, and more rarely the more there are', async () => {
    const { store, other, pass } = current();
    expect(await store.maySearch(payment)).to.equal(true);
    for (const seconds of [0.25, 0.5, 1, 2, 4, 8, 16]) {
      await pass(seconds);
      expect(await other.maySearch(payment), `after ${seconds} s`).to.equal(true);
    }
    await pass(20);
    expect(await store.maySearch(payment), 'within 30 s').to.equal(false);
    expect(await store.maySearch({ ...payment, paymentId: 'p-2' }), 'another').to.equal(true);
    await pass(10);
    expect(await store.maySearch(payment), 'after 30 s').to.equal(true);
    expect(await store.counts()).to.deep.equal({ genuine: 0, unproved: 0, kept: 0 });
  });
};
