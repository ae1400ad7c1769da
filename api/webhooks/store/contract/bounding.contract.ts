import { expect } from 'chai';
import {
  KEPT_DAYS,
  UNPROVED_OF_A_TARGET,
  UNPROVED_TARGETS,
  UNREAD_OF_AN_ACCOUNT,
} from '#/api/webhooks/store/limits.ts';
import type { NoticeStore } from '#/api/webhooks/store/notice-store.ts';
import {
  conclude,
  delivery,
  noEffect,
  report,
  take,
  type CurrentNotices,
  type Said,
} from './samples.ts';

const DAY_SECONDS = 86_400;

const delivered = (count: number, said: (index: number) => Said): readonly [Said, ...Said[]] => {
  const [first, ...others] = Array.from({ length: count }, (_, index) => said(index));
  if (first === undefined) throw new Error('a delivery has a notice');
  return [first, ...others];
};

const invented = { isProved: false, isKnown: false };

/** Each call of `forgetOld` may leave some rows. */
const forgetAll = async (store: NoticeStore): Promise<void> => {
  if ((await store.forgetOld()) > 0) await forgetAll(store);
};

/** Ends the read-backs of all targets that are due. */
const readAllBack = async (store: NoticeStore): Promise<void> => {
  const leased = await take(store);
  await Promise.all(leased.map((each) => conclude(store, each, noEffect)));
  if (leased.length > 0) await readAllBack(store);
};

const referencesOf = async (store: NoticeStore, limit = 1_000) =>
  (await store.list({ platformId: 'demo', limit })).map(({ reference }) => reference);

/** Strangers must not fill the tables. */
export const boundingContract = (current: CurrentNotices): void => {
  it('drops the oldest charges that only unproved notices name, beyond its limits, but none that is proved or ours', async () => {
    const { store } = current();
    await report(store, [{ transactionId: 'proved', isProved: true, isKnown: false }]);
    await report(store, [{ transactionId: 'ours', isProved: false, isKnown: true }]);
    for (let index = 0; index < 260; index += 1)
      await report(store, [{ transactionId: `invented-${index}`, ...invented }]);
    const left = (await referencesOf(store)).toReversed();
    expect(left.slice(0, 3)).to.deep.equal([
      'proved',
      'ours',
      `invented-${260 - UNPROVED_TARGETS.ofAnAccount}`,
    ]);
    expect(left.length).to.equal(2 + UNPROVED_TARGETS.ofAnAccount);
    for (let nth = 0; nth < 20; nth += 1)
      await report(
        store,
        delivered(150, (index) => ({
          transactionId: `x-${index}`,
          provider: `p${nth}`,
          ...invented,
        })),
      );
    await store.boundUnproved();
    expect(await store.counts()).to.include({ kept: UNPROVED_TARGETS.inAll });
    expect((await store.get('onz:demo:proved-paid'))?.reference).to.equal('proved');
  });

  it('drops no target under read-back', async () => {
    const { store, pass } = current();
    await report(store, [{ transactionId: 'first', ...invented }]);
    await pass(2);
    const [leased] = await take(store, 1, 'unproved');
    const others = delivered(UNPROVED_TARGETS.ofAnAccount, (index) => ({
      transactionId: `t-${index}`,
      ...invented,
    }));
    await report(store, others);
    expect(await referencesOf(store)).to.include('first');
    await conclude(store, leased, { outcome: 'NO_EFFECT' });
    const { dropped } = await report(store, [{ transactionId: 'last', ...invented }]);
    expect(dropped).to.equal(2);
    expect(await referencesOf(store)).to.not.include('first');
  });

  it('drops the oldest unproved notices about one target, and none that was proved', async () => {
    const { store } = current();
    await report(store, [{ transactionId: 't-1', word: 'proved' }]);
    for (let index = 0; index < UNPROVED_OF_A_TARGET + 5; index += 1)
      await report(store, [{ transactionId: 't-1', isProved: false, word: `w${index}` }]);
    const left = await store.list({ platformId: 'demo', limit: 100 });
    expect(left.length).to.equal(1 + UNPROVED_OF_A_TARGET);
    expect(left.slice(-2).map(({ noticeId }) => noticeId)).to.deep.equal([
      'onz:demo:t-1-w5',
      'onz:demo:t-1-proved',
    ]);
  });

  it('drops no claim that the acquirer proved after a stranger had sent its words', async () => {
    const { store } = current();
    const claim = { transactionId: 't-1', status: 'CHARGEBACK', word: 'back' } as const;
    await report(store, [{ ...claim, isProved: false, orderId: 'p-9' }]);
    await report(store, [{ ...claim, isAuthentic: true, orderId: 'p-1' }]);
    await report(store, [{ ...claim, isProved: false, orderId: 'p-8' }]);
    for (let index = 0; index < UNPROVED_OF_A_TARGET + 5; index += 1)
      await report(store, [{ ...claim, isProved: false, word: `w${index}` }]);
    expect(await store.get('onz:demo:t-1-back')).to.include({
      isProved: true,
      isAuthentic: true,
      orderId: 'p-1',
    });
  });

  it('drops no unproved claim about money for notices that claim something else', async () => {
    const { store } = current();
    const unproved = { transactionId: 't-1', isProved: false } as const;
    for (const word of ['older', 'back'])
      await report(store, [{ ...unproved, status: 'CHARGEBACK', word }]);
    for (let index = 0; index < UNPROVED_OF_A_TARGET + 5; index += 1)
      await report(store, [{ ...unproved, status: 'PENDING', word: `w${index}` }]);
    const left = await store.list({ platformId: 'demo', limit: 100 });
    expect(left.length).to.equal(UNPROVED_OF_A_TARGET);
    expect(left.at(-1)?.noticeId).to.equal('onz:demo:t-1-back');
  });

  it('drops claims that a charge was canceled like others: they are about no money', async () => {
    const { store } = current();
    const unproved = { transactionId: 't-1', isProved: false } as const;
    await report(store, [{ ...unproved, status: 'CANCELED', word: 'canceled' }]);
    for (let index = 0; index < UNPROVED_OF_A_TARGET; index += 1)
      await report(store, [{ ...unproved, status: 'PENDING', word: `w${index}` }]);
    const left = await store.list({ platformId: 'demo', limit: 100 });
    expect(left.at(-1)?.noticeId).to.equal('onz:demo:t-1-w0');
  });

  it('drops the oldest notices that were bad or about nothing of ours, each kind by itself', async () => {
    const { store } = current();
    const account = { provider: 'onz', platformId: 'demo' };
    let dropped = 0;
    for (let index = 0; index < UNREAD_OF_AN_ACCOUNT.ignored + 3; index += 1)
      dropped += await store.storeUnread(account, { outcome: 'IGNORED', failure: null }, delivery);
    expect(dropped).to.equal(3);
    const bad = { outcome: 'UNREADABLE', failure: 'no JSON' } as const;
    expect(await store.storeUnread(account, bad, delivery)).to.equal(0);
    expect((await referencesOf(store)).length).to.equal(UNREAD_OF_AN_ACCOUNT.ignored + 1);
  });

  it('forgets a delivery of more notices than are deleted at once', async () => {
    const { store, pass } = current();
    await report(
      store,
      delivered(2_100, (index) => ({ transactionId: `t-${index}` })),
    );
    await readAllBack(store);
    await pass((KEPT_DAYS - 1) * DAY_SECONDS);
    expect(await store.forgetOld()).to.equal(0);
    await report(store, [{ transactionId: 'later' }]);
    await pass(2 * DAY_SECONDS);
    await forgetAll(store);
    expect(await referencesOf(store)).to.deep.equal(['later']);
    expect(await store.deliveryOf('onz:demo:t-0-paid')).to.equal(null);
    expect((await store.counts()).genuine).to.equal(1);
  });

  it('forgets a target though more of them than are deleted at once wait before it', async () => {
    const { store, pass } = current();
    await report(
      store,
      delivered(1_001, (index) => ({ transactionId: `waiting-${index}` })),
    );
    const reportNew = () => report(store, [{ transactionId: 't-1' }], true);
    await conclude(store, (await reportNew()).leased, noEffect);
    await pass((KEPT_DAYS + 1) * DAY_SECONDS);
    await forgetAll(store);
    // Only a target that is not stored yet is leased with its notice.
    expect((await reportNew()).leased).to.not.equal(undefined);
    expect((await store.counts()).genuine).to.equal(1_002);
  });

  it('forgets a notice whose target others are about, and reads that back all the same', async () => {
    const { store, pass } = current();
    await report(store, [{ transactionId: 't-1', word: 'old' }]);
    await conclude(store, (await take(store))[0], noEffect);
    await pass((KEPT_DAYS - 1) * DAY_SECONDS);
    await report(store, [{ transactionId: 't-1', word: 'new' }]);
    await pass(2 * DAY_SECONDS);
    await forgetAll(store);
    const [leased] = await take(store);
    expect(leased?.notices.map(({ noticeId }) => noticeId)).to.deep.equal(['onz:demo:t-1-new']);
  });

  it('forgets a notice though one before it came while the clock was a year ahead', async () => {
    const { store, pass } = current();
    await pass(365 * DAY_SECONDS);
    await report(store, [{ transactionId: 'ahead' }]);
    await pass(-365 * DAY_SECONDS);
    await report(store, [{ transactionId: 't-1', word: 'old' }]);
    await readAllBack(store);
    await pass((KEPT_DAYS - 1) * DAY_SECONDS);
    await report(store, [{ transactionId: 't-1', word: 'new' }]);
    await readAllBack(store);
    await pass(2 * DAY_SECONDS);
    await forgetAll(store);
    expect(await store.get('onz:demo:t-1-old')).to.equal(undefined);
    expect(await store.get('onz:demo:t-1-new')).to.not.equal(undefined);
  });
};
