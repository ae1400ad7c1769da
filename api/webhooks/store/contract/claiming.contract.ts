import { expect } from 'chai';
import { KEPT_DAYS, LEAST_TRIES } from '#/api/webhooks/store/limits.ts';
import {
  conclude,
  concludeByStaff,
  failed,
  inVain,
  noEffect,
  report,
  take,
  unknown,
  type CurrentNotices,
} from './samples.ts';
import type { NoticeEnd } from '#/api/webhooks/store/notice-store.ts';

const TRANSACTION = 't-1';
const ID = `onz:demo:${TRANSACTION}-chargedback`;

const DAY_SECONDS = 86_400;

export const claimingContract = (current: CurrentNotices): void => {
  const claim = (word: string) =>
    report(current().store, [
      { transactionId: TRANSACTION, isProved: false, status: 'CHARGEBACK', word },
    ]);

  /** Concludes without confirmation. @returns whether the target was due */
  const askInVain = async (): Promise<boolean> => {
    const { store } = current();
    const [leased] = await take(store, 1);
    if (!leased) return false;
    await conclude(store, leased, inVain);
    return true;
  };

  it('asks hourly for three days, then daily for thirty, and then no more', async () => {
    await claim('chargedback');
    const asksIn = async (steps: number, seconds: number): Promise<number> => {
      let asked = 0;
      for (let step = 0; step < steps; step += 1) {
        asked += Number(await askInVain());
        await current().pass(seconds);
      }
      return asked;
    };
    expect(await asksIn(10, 600)).to.be.within(8, 10);
    expect(await current().store.get(ID)).to.include({
      outcome: 'UNCONFIRMED',
      isStillAsked: true,
    });
    expect(await asksIn(70, 3_600)).to.be.within(65, 70);
    expect(await asksIn(30, 86_400)).to.be.within(26, 30);
    expect(await asksIn(10, 86_400)).to.equal(0);
    expect(await current().store.get(ID)).to.include({
      outcome: 'UNCONFIRMED',
      isStillAsked: false,
    });
    const [listed] = await current().store.list({ platformId: 'demo', limit: 1 });
    expect(listed).to.include({ noticeId: ID, isStillAsked: false });
  });

  /** Asks daily. @returns on how many of the days the target was due */
  const asksDaily = async (days: number): Promise<number> => {
    const { store, pass } = current();
    let asked = 0;
    for (let day = 0; day < days; day += 1) {
      asked += Number(await askInVain());
      await store.forgetOld();
      await pass(DAY_SECONDS);
    }
    return asked;
  };

  it('asks no sooner because strangers repeat the claim', async () => {
    for (let round = 0; round < 9; round += 1) {
      const { dueInMs } = await claim(`w${round}`);
      await current().pass(Math.max(0, dueInMs ?? 0) / 1_000 + 0.01);
      expect(await askInVain()).to.equal(true);
    }
    await current().pass(15);
    expect((await claim('another')).dueInMs).to.be.greaterThan(5_000);
  });

  it('asks about a claim that waited while no process ran for eighty days, and shows it for long afterwards', async () => {
    const { store, pass } = current();
    await claim('chargedback');
    await pass(80 * DAY_SECONDS);
    expect(await asksDaily(40)).to.equal(LEAST_TRIES);
    expect(await store.get(ID)).to.include({ outcome: 'UNCONFIRMED' });
    await pass(KEPT_DAYS * DAY_SECONDS);
    await store.forgetOld();
    expect(await store.get(ID)).to.equal(undefined);
  });

  it('asks for another thirty days about a claim that comes with the words of an old one', async () => {
    const { store, pass } = current();
    await claim('chargedback');
    expect(await asksDaily(31)).to.be.within(29, 31);
    await pass((KEPT_DAYS - 5 - 31) * DAY_SECONDS);
    await claim('chargedback');
    expect(await asksDaily(40)).to.be.within(29, 31);
    expect(await store.get(ID)).to.include({ outcome: 'UNCONFIRMED' });
  });

  it('forgets no claim that came again shortly before a long outage', async () => {
    const { store, pass } = current();
    await claim('chargedback');
    await askInVain();
    await pass((KEPT_DAYS - 5) * DAY_SECONDS);
    await claim('chargedback');
    await pass((KEPT_DAYS + 5) * DAY_SECONDS);
    await store.forgetOld();
    const [leased] = await take(store, 1);
    expect(leased?.notices.map(({ noticeId }) => noticeId)).to.deep.equal([ID]);
  });

  it('asks no more for a confirmed notice because an older claim about the same transaction waits', async () => {
    const { store, pass } = current();
    await claim('chargedback');
    await report(store, [{ transactionId: TRANSACTION, status: 'REFUNDED', word: 'refunded' }]);
    const [first] = await take(store);
    const confirmed = `onz:demo:${TRANSACTION}-refunded`;
    const ends = new Map<string, NoticeEnd>([
      [ID, inVain],
      [confirmed, noEffect],
    ]);
    if (!first) throw new Error('nothing was leased');
    await store.conclude(ends, first);
    await pass(60);
    const [second] = await take(store);
    expect(second?.notices.map(({ noticeId }) => noticeId)).to.deep.equal([ID]);
    await conclude(store, second, inVain);
    expect(await store.get(confirmed)).to.include({ outcome: 'NO_EFFECT', attempts: 1 });
  });

  it('asks again about a claim that came again while the acquirer answered, also beside a newer notice', async () => {
    const { store, pass } = current();
    const sayBoth = async (): Promise<void> => {
      await claim('chargedback');
      await report(store, [{ transactionId: TRANSACTION }]);
    };
    await sayBoth();
    const [first] = await take(store);
    await pass(1);
    await sayBoth();
    await conclude(store, first, noEffect);
    await pass(60);
    const [second] = await take(store);
    expect(second?.notices.map(({ noticeId }) => noticeId)).to.include(ID);
  });

  it('keeps a claim confirmed though staff got an older answer, which is recorded last', async () => {
    const { store, pass } = current();
    await claim('chargedback');
    const seenByStaff = await store.get(ID);
    await conclude(store, (await take(store))[0], noEffect);
    await concludeByStaff(store, seenByStaff, inVain);
    expect(await store.get(ID)).to.include({ outcome: 'NO_EFFECT', attempts: 2 });
    await pass(60);
    expect(await take(store)).to.deep.equal([]);
    await concludeByStaff(store, await store.get(ID), inVain);
    expect(await store.get(ID)).to.include({ outcome: 'UNCONFIRMED' });
  });

  it('keeps a claim confirmed that staff had confirmed, though an older answer is recorded last', async () => {
    const { store, pass } = current();
    await claim('chargedback');
    const [asked] = await take(store);
    await concludeByStaff(store, await store.get(ID), noEffect);
    await conclude(store, asked, inVain);
    expect(await store.get(ID)).to.include({ outcome: 'NO_EFFECT', attempts: 2 });
    await pass(3_600);
    const [again] = await take(store);
    await conclude(store, again, inVain);
    expect(await store.get(ID), 'a newer answer').to.include({ outcome: 'UNCONFIRMED' });
  });

  it('asks on for a claim about which neither staff nor a process got a final answer', async () => {
    const { store, pass } = current();
    await claim('chargedback');
    const [asked] = await take(store);
    await concludeByStaff(store, await store.get(ID), failed);
    await conclude(store, asked, inVain);
    expect(await store.get(ID)).to.include({ outcome: 'UNCONFIRMED', isStillAsked: true });
    await pass(3_600);
    expect(await take(store)).to.have.length(1);
  });

  it('asks for thirty days about a claim once staff find that its transaction is ours', async () => {
    const { store, pass } = current();
    const strange = { transactionId: TRANSACTION, isProved: false, isKnown: false } as const;
    await report(store, [{ ...strange, status: 'CHARGEBACK', word: 'chargedback' }]);
    for (let minute = 0; minute < 60; minute += 1) {
      for (const each of await take(store, 1, 'unproved')) await conclude(store, each, unknown);
      await pass(60);
    }
    expect(await store.get(ID), 'after fifteen minutes').to.include({ isStillAsked: false });
    await concludeByStaff(store, await store.get(ID), inVain);
    expect(await store.get(ID)).to.include({ outcome: 'UNCONFIRMED', isStillAsked: true });
    expect(await asksDaily(40)).to.be.within(29, 31);
  });

  describe('while a clock is wrong', () => {
    const AHEAD = 60 * DAY_SECONDS;

    it('asks within a day after the clock was sixty days ahead, whether it asked before or not', async () => {
      const { pass } = current();
      await claim('chargedback');
      await pass(-AHEAD);
      expect(await asksDaily(5)).to.be.within(4, 5);
      await pass(AHEAD);
      await askInVain();
      await pass(-AHEAD);
      expect(await asksDaily(5)).to.be.within(4, 5);
    });

    it('lets another process take over after one died while the clock was sixty days ahead', async () => {
      const { store, other, pass } = current();
      await claim('chargedback');
      expect((await take(store)).length).to.equal(1);
      expect(await take(other)).to.deep.equal([]);
      await pass(-AHEAD);
      expect((await take(other)).length).to.equal(1);
      expect(await take(store)).to.deep.equal([]);
    });

    it('asks on after the acquirer gave no answer while the clock was a month ahead', async () => {
      const { store, pass } = current();
      await claim('chargedback');
      for (let tries = 0; tries < 2 * LEAST_TRIES; tries += 1) {
        await askInVain();
        await pass(3_600);
      }
      await pass(31 * DAY_SECONDS);
      await conclude(store, (await take(store))[0], { ...failed, isUnanswered: true });
      await pass(-31 * DAY_SECONDS);
      expect(await store.get(ID)).to.include({ isStillAsked: true });
      expect(await asksDaily(20)).to.be.within(18, 20);
    });
  });
};
