import { expect } from 'chai';
import type pg from 'pg';
import { redactDelivery } from './redact-notice.ts';
import type { NoticeEnd, NoticeStore, Taken } from './kept-notice.ts';
import { openNoticePool } from './notice-pool.ts';
import { createNoticeStore } from './notice-store.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';

const delivery = redactDelivery({ headers: {}, body: '{}' });

/** A subject is the charge or payout, at one account, that notices are about. */
describe('Queue of notice subjects', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let store: NoticeStore;
  let other: NoticeStore;

  beforeEach(async () => {
    database = await testDatabase();
    pool = openNoticePool(database.url, { warn: () => undefined });
    store = await createNoticeStore(pool);
    // Stands for another process on the same tables.
    other = await createNoticeStore(pool);
  });

  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const report = (
    transactionId: string,
    { provider = 'onz', isProved = true, isAuthentic = false, isKnown = true, word = 'paid' } = {},
    takes = false,
  ) =>
    store.keep(
      { provider, platformId: 'demo', isAuthentic, isProved },
      [
        {
          notice: {
            type: 'TRANSACTION',
            noticeId: `${transactionId}-${word}`,
            transactionId,
            status: 'APPROVED',
          },
          isKnown,
          paymentId: null,
        },
      ],
      delivery,
      takes,
    );

  const take = async (limit = 100, standing: 'genuine' | 'unproved' = 'genuine', from = store) =>
    (await from.take(standing, limit)).items;

  const referencesOf = (taken: readonly Taken[]) =>
    taken.map(({ notices }) => notices[0]?.reference);

  const conclude = (taken: Taken | undefined, end: NoticeEnd) => {
    if (!taken) throw new Error('nothing was taken');
    return store.conclude(new Map(taken.notices.map(({ noticeId }) => [noticeId, end])), taken);
  };

  /** Simulates that this many seconds passed. */
  const pass = (seconds: number) =>
    pool.query(
      `UPDATE webhooks.subject SET wanted_at = wanted_at - $1 * interval '1 second',
         due_at = due_at - $1 * interval '1 second', asked_at = asked_at - $1 * interval '1 second',
         taken_until = taken_until - $1 * interval '1 second'`,
      [seconds],
    );

  const ours = { paymentId: 'p-1', platformId: 'demo' };
  const noEffect: NoticeEnd = { outcome: 'NO_EFFECT', ...ours };
  const failed: NoticeEnd = { outcome: 'FAILED', failure: 'unanswered', ...ours };
  const unknown: NoticeEnd = { outcome: 'UNKNOWN_TRANSACTION' };

  it('reads few rows and index entries to find a due subject after a thousand finished ones', async () => {
    const look = async () => {
      await report(`t-${crypto.randomUUID()}`);
      const [taken, ...others] = await take();
      expect(others).to.deep.equal([]);
      await conclude(taken, { outcome: 'APPLIED', ...ours });
    };
    /** Returns rows and index entries read so far, dead ones included. */
    const entriesRead = async (): Promise<number> => {
      const { rows } = await pool.query<{ read: number }>(
        `SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE schemaname = 'webhooks')::int
           + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE schemaname = 'webhooks')::int AS read`,
      );
      return rows[0]?.read ?? Number.NaN;
    };
    // Lets the plans be made while the tables are nearly empty.
    for (let count = 0; count < 10; count += 1) await look();
    for (let count = 0; count < 1_000; count += 1) await look();
    await pool.query('SELECT pg_stat_force_next_flush()');
    const before = await entriesRead();
    for (let count = 0; count < 100; count += 1) await look();
    await pool.query('SELECT pg_stat_force_next_flush()');
    expect((await entriesRead()) - before).to.be.below(100 * 40);
  }).timeout(60_000);

  it('gives a subject to one process at a time, then once more for all notices that arrived meanwhile', async () => {
    await report('t-1');
    const [first, ...others] = (await Promise.all([take(), take(100, 'genuine', other)])).flat();
    expect(others).to.deep.equal([]);
    for (const word of ['a', 'b', 'c']) await report('t-1', { word });
    await pass(1);
    expect(await take(), 'one is under way').to.deep.equal([]);
    await conclude(first, noEffect);
    await pass(60);
    const [second, ...more] = await take();
    expect(second?.notices.length).to.equal(3);
    expect(more).to.deep.equal([]);
    await conclude(second, noEffect);
    await pass(60);
    expect(await take(), 'nothing waits any more').to.deep.equal([]);
  });

  it('leases a new subject to the free process that stores its first notice', async () => {
    const { taken, dueInMs } = await report('t-1', {}, true);
    expect(taken?.notices).to.have.length(1);
    expect(taken?.notices[0]).to.include({ reference: 't-1', outcome: 'RECEIVED', attempts: 0 });
    expect(dueInMs).to.equal(null);
    expect(await take(100, 'genuine', other), 'one is under way').to.deep.equal([]);
    const repeated = await report('t-1', { word: 'again' }, true);
    expect(repeated.taken, 'one is under way').to.equal(undefined);
    await conclude(taken, noEffect);
    await pass(60);
    const [second] = await take();
    expect(second?.notices.map(({ noticeId }) => noticeId)).to.deep.equal(['onz:demo:t-1-again']);
  });

  it('lets another process take over a subject leased with its first notice, after a crash', async () => {
    const { taken: lost } = await report('t-1', {}, true);
    await pass(31);
    const [again] = await take(100, 'genuine', other);
    expect(again?.notices[0]).to.deep.include(lost?.notices[0]);
    await conclude(lost, failed);
    await conclude(again, { outcome: 'APPLIED', ...ours });
    expect(await store.get('onz:demo:t-1-paid')).to.include({ outcome: 'APPLIED' });
  });

  it('leases no unproved unknown subject with its first notice', async () => {
    const { taken } = await report('t-1', { isProved: false, isKnown: false }, true);
    expect(taken).to.equal(undefined);
    expect((await report('t-2', { isProved: false }, true)).taken).to.not.equal(undefined);
  });

  it('gives a killed process’s subject to another process, and ignores the late result of the first', async () => {
    await report('t-1');
    const [lost] = await take();
    expect(await take(100, 'genuine', other)).to.deep.equal([]);
    await pass(31);
    const [again] = await take(100, 'genuine', other);
    expect(again?.notices.map(({ reference }) => reference)).to.deep.equal(['t-1']);
    await conclude(lost, failed);
    expect(await take(), 'the second one still has it').to.deep.equal([]);
    await conclude(again, noEffect);
    await pass(3_600);
    expect(await take()).to.deep.equal([]);
  });

  it('lengthens the pause between repeats up to 30 s, or 2 s if proved, and ends it after a quiet period', async () => {
    const gaps: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const { dueInMs } = await report('t-1', { isProved: false, word: `w${round}` });
      gaps.push(Math.round((dueInMs ?? 0) / 100) / 10);
      await pass(Math.max(0, dueInMs ?? 0) / 1_000 + 0.01);
      await conclude((await take())[0], noEffect);
    }
    expect(gaps[0]).to.equal(0);
    expect(gaps.at(-1)).to.be.within(20, 30);
    expect(gaps).to.deep.equal(gaps.toSorted((one, next) => one - next));
    const { dueInMs: forProved } = await report('t-1', { word: 'proved' });
    expect(forProved).to.be.within(1_000, 2_000);
    await pass(600);
    await conclude((await take())[0], noEffect);
    await pass(600);
    expect((await report('t-1', { isProved: false, word: 'later' })).dueInMs).to.equal(0);
  });

  it('gives out a subject again for every repeated notice, also an authentic one that was already applied', async () => {
    const senders = [
      { isAuthentic: false, isProved: false },
      { isAuthentic: true, isProved: true },
    ] as const;
    for (const [index, sender] of senders.entries()) {
      const id = `t-${index}`;
      await report(id, sender);
      await conclude((await take())[0], { outcome: 'APPLIED', ...ours });
      await pass(60);
      const { kept, dueInMs } = await report(id, sender);
      expect([kept, dueInMs !== null], id).to.deep.equal([0, true]);
      const taken = await take();
      expect(taken.length, id).to.equal(1);
      for (const each of taken) await conclude(each, noEffect);
      expect(await store.get(`onz:demo:${id}-paid`)).to.include({ outcome: 'APPLIED' });
    }
  });

  it('limits each account’s share of a process, not of all, prefers subjects with fewer attempts, and keeps unproved ones apart', async () => {
    for (let index = 0; index < 16; index += 1) await report(`slow-${index}`);
    for (const each of await take(16)) await conclude(each, failed);
    await pass(600);
    for (let index = 0; index < 44; index += 1) await report(`fresh-${index}`);
    await report('elsewhere', { provider: 'venit' });
    for (let index = 0; index < 30; index += 1)
      await report(`invented-${index}`, { isProved: false, isKnown: false });
    await pass(2);
    const taken = await take(5);
    expect(referencesOf(taken)).to.include('elsewhere');
    const tried = (await Promise.all([take(100), take(100, 'genuine', other)])).flat();
    expect(taken.length + tried.length, 'of one account no more at once, here and there').to.equal(
      16 + 1 + 16,
    );
    expect(
      referencesOf([...taken, ...tried]).filter((id) => id?.startsWith('invented')),
    ).to.deep.equal([]);
    expect(
      tried.flatMap(({ notices }) => notices).filter(({ attempts }) => attempts > 0),
    ).to.deep.equal([]);
    expect((await take(100, 'unproved')).length).to.equal(16);
  });

  it('gives up on an unknown subject after about 10 attempts if unproved, and about 80 otherwise', async () => {
    const triesIn = async (id: string, isProved: boolean): Promise<number> => {
      await report(id, { isProved, isKnown: false });
      const standing = isProved ? 'genuine' : 'unproved';
      let tries = 0;
      // Each attempt is due within an hour of the one before.
      for (let hour = 0; hour < 100; hour += 1) {
        const [taken] = await take(1, standing);
        if (taken) {
          tries += 1;
          await conclude(taken, unknown);
        }
        await pass(tries < 10 ? 2 ** tries : 3_600);
      }
      return tries;
    };
    expect(await triesIn('strange', false)).to.be.within(8, 12);
    expect(await triesIn('proved', true)).to.be.within(70, 90);
  });

  it('drops the oldest unproved subjects beyond its limits, but none that is proved or ours', async () => {
    await report('proved', { isKnown: false });
    await report('ours', { isProved: false });
    for (let index = 0; index < 260; index += 1)
      await report(`invented-${index}`, { isProved: false, isKnown: false });
    const { rows } = await pool.query<{ reference: string }>(
      'SELECT reference FROM webhooks.notice ORDER BY sequence',
    );
    const left = rows.map(({ reference }) => reference);
    expect(left.slice(0, 3)).to.deep.equal(['proved', 'ours', 'invented-60']);
    expect(left.length).to.equal(202);
    await pool.query(
      `INSERT INTO webhooks.subject (provider, account, type, reference, genuine)
       SELECT 'p' || n % 40, 'demo', 'TRANSACTION', 'x' || n, false FROM generate_series(1, 3000) AS n`,
    );
    await store.boundUnproved();
    expect(await store.counts()).to.include({ kept: 2_000 });
    expect((await store.get('onz:demo:proved-paid'))?.reference).to.equal('proved');
  });

  it('takes up waiting notices that were stored without a subject', async () => {
    await pool.query(
      `INSERT INTO webhooks.notice
         (notice_id, provider, type, reference, status, outcome, payment_id, platform_id, next_attempt_at)
       VALUES ('a', 'onz', 'TRANSACTION', 't-1', 'APPROVED', 'FAILED', 'p-1', 'demo', now()),
         ('b', 'onz', 'TRANSACTION', 't-1', 'REFUNDED', 'RECEIVED', NULL, 'demo', now() + interval '1 hour'),
         ('c', 'onz', 'TRANSACTION', 't-2', 'APPROVED', 'NO_EFFECT', 'p-2', 'demo', NULL)`,
    );
    const now = await createNoticeStore(pool);
    const taken = (await now.take('genuine', 10)).items;
    expect(taken.flatMap(({ notices }) => notices.map(({ noticeId }) => noticeId))).to.have.members(
      ['a', 'b'],
    );
    await conclude(taken[0], noEffect);
    await createNoticeStore(pool);
    expect(await take()).to.deep.equal([]);
  });

  it('processes subjects while other processes open the store, without deadlocks', async () => {
    const start = async (): Promise<void> => {
      for (let count = 0; count < 100; count += 1) await createNoticeStore(pool);
    };
    const work = async (worker: number): Promise<void> => {
      for (let index = 0; index < 60; index += 1) {
        await report(`t-${index % 20}`, { isProved: worker % 2 === 0, word: `w${index % 50}` });
        for (const taken of await take(5)) await conclude(taken, unknown);
      }
    };
    await Promise.all([start(), ...Array.from({ length: 7 }, (_, worker) => work(worker))]);
    expect((await store.counts()).genuine).to.equal(20);
  });
});
