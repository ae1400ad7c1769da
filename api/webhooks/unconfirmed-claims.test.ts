import { expect } from 'chai';
import type pg from 'pg';
import { redactDelivery } from './redact-notice.ts';
import type { Taken } from './kept-notice.ts';
import { openNoticePool } from './notice-pool.ts';
import { createNoticeStore } from './notice-store.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';

const delivery = redactDelivery({ headers: {}, body: '{}' });

const TRANSACTION = 't-1';

/** A claim about one of our charges, which the acquirer's answer has not borne out. */
describe('Queue of unconfirmed claims', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let store: Awaited<ReturnType<typeof createNoticeStore>>;

  beforeEach(async () => {
    database = await testDatabase();
    pool = openNoticePool(database.url, { warn: () => undefined });
    store = await createNoticeStore(pool);
  });

  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  /** Stores a notice that anybody may have sent. */
  const report = (word: string) =>
    store.keep(
      { provider: 'onz', platformId: 'demo', isAuthentic: false, isProved: false },
      [
        {
          notice: {
            type: 'TRANSACTION',
            noticeId: `${TRANSACTION}-${word}`,
            transactionId: TRANSACTION,
            status: 'CHARGEBACK',
          },
          isKnown: true,
          paymentId: 'p-1',
        },
      ],
      delivery,
    );

  /** Asks the acquirer if the claim is due, in vain. @returns whether it was due */
  const askInVain = async (): Promise<boolean> => {
    const { items } = await store.take('genuine', 1);
    const [taken]: readonly (Taken | undefined)[] = items;
    if (!taken) return false;
    const end = { outcome: 'UNCONFIRMED', paymentId: 'p-1', platformId: 'demo' } as const;
    await store.conclude(new Map(taken.notices.map(({ noticeId }) => [noticeId, end])), taken);
    return true;
  };

  /** Simulates that this many seconds passed. */
  const pass = (seconds: number) =>
    pool.query(
      `UPDATE webhooks.subject SET wanted_at = wanted_at - $1 * interval '1 second',
         due_at = due_at - $1 * interval '1 second', asked_at = asked_at - $1 * interval '1 second'`,
      [seconds],
    );

  it('asks hourly for three days, then daily for thirty, and then no more', async () => {
    await report('chargedback');
    const asksIn = async (steps: number, seconds: number): Promise<number> => {
      let asked = 0;
      for (let step = 0; step < steps; step += 1) {
        asked += Number(await askInVain());
        await pass(seconds);
      }
      return asked;
    };
    expect(await asksIn(10, 600)).to.be.within(8, 10);
    expect(await asksIn(70, 3_600)).to.be.within(65, 70);
    expect(await asksIn(30, 86_400)).to.be.within(26, 30);
    expect(await asksIn(10, 86_400)).to.equal(0);
    const id = `onz:demo:${TRANSACTION}-chargedback`;
    expect(await store.get(id)).to.include({ outcome: 'UNCONFIRMED' });
  });

  it('asks no sooner because strangers repeat the claim', async () => {
    for (let round = 0; round < 9; round += 1) {
      const { dueInMs } = await report(`w${round}`);
      await pass(Math.max(0, dueInMs ?? 0) / 1_000 + 0.01);
      expect(await askInVain()).to.equal(true);
    }
    await pass(15);
    expect((await report('another')).dueInMs).to.be.greaterThan(5_000);
  });
});
