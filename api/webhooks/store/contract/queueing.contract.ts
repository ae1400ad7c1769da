import { expect } from 'chai';
import type { NoticeEnd, LeasedTarget, Trust } from '#/api/webhooks/store/notice-store.ts';
import * as samples from './samples.ts';
import {
  applied,
  concludeByStaff,
  failed,
  noEffect,
  unknown,
  type CurrentNotices,
  type Said,
} from './samples.ts';

const referencesOf = (leased: readonly LeasedTarget[]) =>
  leased.map(({ notices }) => notices[0]?.reference);

/** A target is the charge or payout that notices are about. */
export const queueingContract = (current: CurrentNotices): void => {
  const say = (said: Said, takes = false) => samples.report(current().store, [said], takes);
  const take = (limit?: number, trust?: Trust) => samples.take(current().store, limit, trust);
  const takeThere = () => samples.take(current().other);
  const end = (leased: LeasedTarget | undefined, how: NoticeEnd) =>
    samples.conclude(current().store, leased, how);

  it('gives a target to one process at a time, then once more for all notices that arrived meanwhile', async () => {
    await say({ transactionId: 't-1' });
    const [first, ...others] = (await Promise.all([take(), takeThere()])).flat();
    expect(others).to.deep.equal([]);
    for (const word of ['a', 'b', 'c']) await say({ transactionId: 't-1', word });
    await current().pass(1);
    expect(await take(), 'one is under way').to.deep.equal([]);
    await end(first, noEffect);
    await current().pass(60);
    const [second, ...more] = await take();
    expect(second?.notices.length).to.equal(3);
    expect(more).to.deep.equal([]);
    await end(second, noEffect);
    await current().pass(60);
    expect(await take(), 'nothing waits any more').to.deep.equal([]);
  });

  it('ends leases that are concluded together each by what its own notices came to', async () => {
    const names = ['t-1', 't-2', 't-3', 't-4'];
    for (const transactionId of names) await say({ transactionId });
    const leased = await take();
    const how: Readonly<Record<string, NoticeEnd>> = { 't-2': failed, 't-3': unknown };
    await Promise.all(
      leased.map((each) => end(each, how[each.notices[0]?.reference ?? ''] ?? applied)),
    );
    await current().pass(60);
    expect(referencesOf(await take())).to.have.members(['t-2', 't-3']);
    for (const name of ['t-1', 't-4']) {
      const notice = await current().store.get(`onz:demo:${name}-paid`);
      expect(notice).to.include({ outcome: 'APPLIED', attempts: 1 });
    }
  });

  it('leases a new target to the free process that stores its first notice', async () => {
    const { leased, dueInMs } = await say({ transactionId: 't-1' }, true);
    expect(leased?.notices).to.have.length(1);
    expect(leased?.notices[0]).to.include({ reference: 't-1', outcome: 'RECEIVED', attempts: 0 });
    expect(dueInMs).to.equal(null);
    expect(await takeThere(), 'one is under way').to.deep.equal([]);
    const repeated = await say({ transactionId: 't-1', word: 'again' }, true);
    expect(repeated.leased, 'one is under way').to.equal(undefined);
    await end(leased, noEffect);
    await current().pass(60);
    const [second] = await take();
    expect(second?.notices.map(({ noticeId }) => noticeId)).to.deep.equal(['onz:demo:t-1-again']);
  });

  it('lets another process take over a target leased with its first notice, after a crash', async () => {
    const { leased: lost } = await say({ transactionId: 't-1' }, true);
    const [given] = lost?.notices ?? [];
    expect(await current().store.get('onz:demo:t-1-paid')).to.deep.include({ ...given });
    await current().pass(31);
    const [again] = await takeThere();
    expect(again?.notices.map(({ noticeId }) => noticeId)).to.deep.equal([given?.noticeId]);
    await end(lost, failed);
    await end(again, applied);
    expect(await current().store.get('onz:demo:t-1-paid')).to.include({ outcome: 'APPLIED' });
  });

  it('leases no unproved unknown target with its first notice', async () => {
    const { leased } = await say({ transactionId: 't-1', isProved: false, isKnown: false }, true);
    expect(leased).to.equal(undefined);
    expect((await say({ transactionId: 't-2', isProved: false }, true)).leased).to.not.equal(
      undefined,
    );
  });

  it('gives a killed process’s target to another process, and ignores the late result of the first', async () => {
    await say({ transactionId: 't-1' });
    const [lost] = await take();
    expect(await takeThere()).to.deep.equal([]);
    await current().pass(31);
    const [again] = await takeThere();
    expect(again?.notices.map(({ reference }) => reference)).to.deep.equal(['t-1']);
    await end(lost, failed);
    expect(await take(), 'the second one still has it').to.deep.equal([]);
    await end(again, noEffect);
    await current().pass(3_600);
    expect(await take()).to.deep.equal([]);
  });

  it('shows what the last lease’s read-back came to, but also the effect of a late one', async () => {
    const id = 'onz:demo:t-1-paid';
    await say({ transactionId: 't-1' });
    const [first] = await take();
    await current().pass(31);
    const [second] = await takeThere();
    await end(second, noEffect);
    await end(first, failed);
    expect(await current().store.get(id)).to.include({
      outcome: 'NO_EFFECT',
      failure: null,
      attempts: 2,
    });
    await say({ transactionId: 't-1', word: 'again' });
    await current().pass(60);
    const [third] = await take();
    expect(third?.notices.map(({ noticeId }) => noticeId)).to.deep.equal(['onz:demo:t-1-again']);
    await end(first, applied);
    expect(await current().store.get(id)).to.include({ outcome: 'APPLIED' });
  });

  it('lengthens the pause between repeats up to 30 s, or 2 s if proved, and ends it after a quiet period', async () => {
    const gaps: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const { dueInMs } = await say({ transactionId: 't-1', isProved: false, word: `w${round}` });
      gaps.push(Math.round((dueInMs ?? 0) / 100) / 10);
      await current().pass(Math.max(0, dueInMs ?? 0) / 1_000 + 0.01);
      await end((await take())[0], noEffect);
    }
    expect(gaps[0]).to.equal(0);
    expect(gaps.at(-1)).to.be.within(20, 30);
    expect(gaps).to.deep.equal(gaps.toSorted((one, next) => one - next));
    const { dueInMs: forProved } = await say({ transactionId: 't-1', word: 'proved' });
    expect(forProved).to.be.within(1_000, 2_000);
    await current().pass(600);
    await end((await take())[0], noEffect);
    await current().pass(600);
    expect((await say({ transactionId: 't-1', isProved: false, word: 'later' })).dueInMs).to.equal(
      0,
    );
  });

  it('reads a target back soon after a clock that was a day ahead was set right', async () => {
    await say({ transactionId: 't-1' });
    const payment = { provider: 'onz', account: 'demo', paymentId: 'p-1' };
    expect(await current().store.maySearch(payment)).to.equal(true);
    await end((await take())[0], failed);
    await current().pass(-86_400);
    const { dueInMs } = await say({ transactionId: 't-1', isProved: false, word: 'later' });
    expect(dueInMs).to.be.within(0, 30_000);
    expect(await current().store.maySearch(payment), 'by a search').to.equal(true);
    await current().pass(30);
    await end((await take())[0], failed);
    await current().pass(30);
    expect(referencesOf(await take())).to.deep.equal(['t-1']);
  });

  it('gives out a target again for every repeated notice, also an authentic one that was already applied', async () => {
    const senders = [
      { isAuthentic: false, isProved: false },
      { isAuthentic: true, isProved: true },
    ] as const;
    for (const [index, sender] of senders.entries()) {
      const id = `t-${index}`;
      await say({ transactionId: id, ...sender });
      await end((await take())[0], applied);
      await current().pass(60);
      const { kept, dueInMs } = await say({ transactionId: id, ...sender });
      expect([kept, dueInMs !== null], id).to.deep.equal([0, true]);
      const leased = await take();
      expect(leased.length, id).to.equal(1);
      for (const each of leased) await end(each, noEffect);
      expect(await current().store.get(`onz:demo:${id}-paid`)).to.include({ outcome: 'APPLIED' });
    }
  });

  it('limits each account’s share of a process, not of all, prefers targets with fewer attempts, and keeps unproved ones apart', async () => {
    for (let index = 0; index < 16; index += 1) await say({ transactionId: `slow-${index}` });
    for (const each of await take(16)) await end(each, failed);
    await current().pass(600);
    for (let index = 0; index < 44; index += 1) await say({ transactionId: `fresh-${index}` });
    await say({ transactionId: 'elsewhere', provider: 'venit' });
    for (let index = 0; index < 30; index += 1)
      await say({ transactionId: `invented-${index}`, isProved: false, isKnown: false });
    await current().pass(2);
    const leased = await take(5);
    expect(referencesOf(leased)).to.include('elsewhere');
    const tried = (await Promise.all([take(100), takeThere()])).flat();
    expect(leased.length + tried.length, 'of one account no more at once, here and there').to.equal(
      16 + 1 + 16,
    );
    expect(
      referencesOf([...leased, ...tried]).filter((id) => id?.startsWith('invented')),
    ).to.deep.equal([]);
    expect(
      tried.flatMap(({ notices }) => notices).filter(({ attempts }) => attempts > 0),
    ).to.deep.equal([]);
    expect((await take(100, 'unproved')).length).to.equal(16);
  });

  it('gives up on an unknown target after about 10 attempts if unproved, and about 80 otherwise', async () => {
    const triesIn = async (id: string, isProved: boolean): Promise<number> => {
      await say({ transactionId: id, isProved, isKnown: false });
      const trust = isProved ? 'genuine' : 'unproved';
      let tries = 0;
      for (let hour = 0; hour < 100; hour += 1) {
        const [leased] = await take(1, trust);
        if (leased) {
          tries += 1;
          await end(leased, unknown);
        }
        await current().pass(tries < 10 ? 2 ** tries : 3_600);
      }
      return tries;
    };
    expect(await triesIn('strange', false)).to.be.within(8, 12);
    expect(await triesIn('proved', true)).to.be.within(70, 90);
  });

  it('asks once more about what was asked in the hour before the log lost its end, after new targets', async () => {
    const { store, other, pass } = current();
    const endAll = async (): Promise<readonly unknown[]> => {
      const leased = await take();
      for (const each of leased) await end(each, applied);
      return referencesOf(leased);
    };
    for (const transactionId of ['long ago', 'asked by staff']) await say({ transactionId });
    await endAll();
    await pass(3_600);
    await concludeByStaff(store, await store.get('onz:demo:asked by staff-paid'), applied);
    await pass(1);
    await say({ transactionId: 'applied' });
    await endAll();
    await store.maySearch({ provider: 'onz', account: 'demo', paymentId: 'p-1' });
    await say({ transactionId: 'under way' });
    const [underWay] = await take();
    await pass(10);
    await say({ transactionId: 'afterwards' });
    await pass(1);
    await endAll();
    const lostAt = (await store.get('onz:demo:afterwards-paid'))?.receivedAt ?? '';
    await store.askAgain(lostAt);
    await say({ transactionId: 'new' });
    expect(referencesOf(await take(1))).to.deep.equal(['new']);
    expect(await endAll()).to.have.members(['asked by staff', 'applied']);
    await end(underWay, applied);
    expect(await endAll(), 'its answer may be of the lost log').to.deep.equal(['under way']);
    await other.askAgain(lostAt);
    expect(await endAll()).to.deep.equal([]);
  });

  it('asks at least 24 times about a proved target, also when no process ran for longer than 30 days', async () => {
    await say({ transactionId: 't-1' });
    let tries = 0;
    for (let day = 0; day < 80; day += 1) {
      const [leased] = await take();
      if (leased) {
        tries += 1;
        await end(leased, unknown);
      }
      await current().pass((day === 0 ? 35 : 1) * 86_400);
    }
    expect(tries).to.equal(24);
  });

  it('does not count tries that the acquirer did not answer, but makes no more than 450', async () => {
    await say({ transactionId: 't-1' });
    await say({ transactionId: 't-2' });
    let answered = 0;
    let inVain = 0;
    for (let day = 0; day < 460; day += 1) {
      for (const leased of await take()) {
        const isAnswered = leased.notices[0]?.reference === 't-1' && day > 50;
        if (isAnswered) answered += 1;
        else inVain += 1;
        await end(leased, isAnswered ? failed : { ...failed, isUnanswered: true });
      }
      await current().pass(86_400);
    }
    expect(answered).to.equal(24);
    expect(inVain - 51).to.equal(450);
  });
};
