import { expect } from 'chai';
import type pg from 'pg';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import type { NoticeStore, Recognised } from './kept-notice.ts';
import { openNoticePool } from './notice-pool.ts';
import { KEPT_DAYS } from './notice-schema.ts';
import { createNoticeStore } from './notice-store.ts';
import { redactDelivery } from './redact-notice.ts';

const sender = { provider: 'onz', platformId: 'demo', isAuthentic: true, isProved: true };

/** One delivery about so many charges. */
const notices = (count: number): readonly Recognised[] =>
  Array.from({ length: count }, (_, index) => ({
    notice: {
      type: 'TRANSACTION',
      noticeId: `n-${index + 1}`,
      transactionId: `t-${index + 1}`,
      status: 'APPROVED',
    },
    isKnown: true,
    paymentId: null,
  }));

describe('Store of notices', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let store: NoticeStore;

  beforeEach(async () => {
    database = await testDatabase();
    pool = openNoticePool(database.url, { warn: () => undefined });
    store = await createNoticeStore(pool);
  });

  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const keep = (found: readonly Recognised[]) =>
    store.keep(sender, found, redactDelivery({ headers: {}, body: '{}' }));

  it('lists the newest notices first, page by page, however many there are', async () => {
    for (const each of notices(12)) await keep([each]);
    const listed: (string | null)[] = [];
    let before: string | undefined;
    do {
      const page = await store.list({ platformId: 'demo', limit: 5, ...(before && { before }) });
      listed.push(...page.map(({ reference }) => reference));
      before = page.at(-1)?.sequence;
    } while (before !== undefined);
    expect(listed).to.deep.equal(Array.from({ length: 12 }, (_, index) => `t-${12 - index}`));
  });

  it('forgets a delivery of more notices than are deleted at once', async () => {
    await keep(notices(2_100));
    const age = `now() - make_interval(days => ${KEPT_DAYS + 1})`;
    await pool.query(`UPDATE webhooks.notice SET received_at = ${age}`);
    await pool.query(`UPDATE webhooks.delivery SET received_at = ${age}`);
    const forgotten = async (): Promise<number> => {
      const count = await store.forgetOld();
      return count === 0 ? 0 : count + (await forgotten());
    };
    expect(await forgotten(), 'all notices and their delivery').to.equal(2_101);
    expect(await store.list({ platformId: 'demo', limit: 5 })).to.deep.equal([]);
  });
});
