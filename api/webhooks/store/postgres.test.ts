import { expect } from 'chai';
import type pg from 'pg';
import {
  applied,
  conclude,
  noEffect,
  report,
  take,
  unknown,
} from '#/api/webhooks/store/contract/samples.ts';
import { openNoticePool } from '#/api/webhooks/store/postgres/notice-pool.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { noticeStoreContract } from './notice-store.contract.ts';
import type { NoticeStore } from './notice-store.ts';
import { openPostgresNotices } from './postgres.ts';

const openPool = ({ url }: TestDatabase): pg.Pool => openNoticePool(url, { warn: () => undefined });

/** Moves the times in the tables back. */
const pass = async (pool: pg.Pool, seconds: number): Promise<void> => {
  const columns = {
    subject: ['wanted_at', 'due_at', 'asked_at', 'taken_until'],
    notice: ['received_at', 'repeated_at', 'attempted_at'],
    delivery: ['received_at'],
  };
  for (const [table, times] of Object.entries(columns))
    await pool.query(
      `UPDATE webhooks.${table} SET ${times.map((each) => `${each} = ${each} - $1 * interval '1 second'`).join(', ')}`,
      [seconds],
    );
};

noticeStoreContract('The Postgres store of notices', async () => {
  const database = await testDatabase();
  const pool = openPool(database);
  return {
    store: await openPostgresNotices(pool),
    other: await openPostgresNotices(pool),
    pass: (seconds) => pass(pool, seconds),
    dispose: async () => {
      await pool.end();
      await database.drop();
    },
  };
});

describe('The Postgres store of notices', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let store: NoticeStore;

  beforeEach(async () => {
    database = await testDatabase();
    pool = openPool(database);
    store = await openPostgresNotices(pool);
  });

  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const waitsForLock = (): Promise<true> =>
    eventually(async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1 || undefined;
    }, 'it waits for the other transaction');

  it('reads few rows and index entries to find a due target after many finished ones', async () => {
    // One connection, because each connection reports its reads at another time.
    const onlyConnection = openPool(database);
    onlyConnection.options.max = 1;
    const counted = await openPostgresNotices(onlyConnection);
    const processNotices = async (times: number) => {
      const concluded: Promise<void>[] = [];
      for (let count = 0; count < times; count += 1) {
        await report(counted, [{ transactionId: `t-${crypto.randomUUID()}` }]);
        const [leased, ...others] = await take(counted);
        expect(others).to.deep.equal([]);
        concluded.push(conclude(counted, leased, applied));
      }
      await Promise.all(concluded);
    };
    /** Counts rows and index entries that were read, dead ones included. */
    const entriesRead = async (): Promise<number> => {
      await onlyConnection.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await onlyConnection.query<{ read: number }>(
        `SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE schemaname = 'webhooks')::int
           + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE schemaname = 'webhooks')::int AS read`,
      );
      return rows[0]?.read ?? Number.NaN;
    };
    // While autovacuum analyzes one of the tables, Postgres cannot skip dead index entries. So autovacuum is off, and the tables are
    // analyzed once, before they grow.
    const tables = ['subject', 'notice', 'delivery', 'attempt'];
    const settings = tables.map(
      (table) => `ALTER TABLE webhooks.${table} SET (autovacuum_enabled = false)`,
    );
    await onlyConnection.query(settings.join(';'));
    await processNotices(5);
    await onlyConnection.query('ANALYZE');
    // Makes Postgres plan the queries while the tables are nearly empty. With fewer rows than a thousand it may choose to read them all.
    await processNotices(10);
    await processNotices(1_000);
    const before = await entriesRead();
    await processNotices(100);
    expect((await entriesRead()) - before).to.be.below(100 * 40);
    await onlyConnection.end();
  }).timeout(60_000);

  it('takes up waiting notices that were stored without a target', async () => {
    await pool.query(
      `INSERT INTO webhooks.notice
         (notice_id, provider, type, reference, status, outcome, payment_id, platform_id, next_attempt_at)
       VALUES ('a', 'onz', 'TRANSACTION', 't-1', 'APPROVED', 'FAILED', 'p-1', 'demo', now()),
         ('b', 'onz', 'TRANSACTION', 't-1', 'REFUNDED', 'RECEIVED', NULL, 'demo', now() + interval '1 hour'),
         ('c', 'onz', 'TRANSACTION', 't-2', 'APPROVED', 'NO_EFFECT', 'p-2', 'demo', NULL)`,
    );
    const reopened = await openPostgresNotices(pool);
    const leased = (await reopened.take('genuine', 10)).items;
    expect(
      leased.flatMap(({ notices }) => notices.map(({ noticeId }) => noticeId)),
    ).to.have.members(['a', 'b']);
    await conclude(store, leased[0], noEffect);
    await openPostgresNotices(pool);
    expect(await take(store)).to.deep.equal([]);
  });

  it('stores a repeated notice again if its row is deleted at the same time', async () => {
    const claim = { transactionId: 't-1', word: 'back', status: 'CHARGEBACK' } as const;
    await report(store, [{ ...claim, isProved: false }]);
    const other = await pool.connect();
    try {
      await other.query(`BEGIN; DELETE FROM webhooks.notice`);
      const repeated = report(store, [claim]);
      await waitsForLock();
      await other.query('COMMIT');
      expect(await repeated).to.include({ kept: 1 });
    } finally {
      other.release();
    }
    expect(await store.get('onz:demo:t-1-back')).to.include({ isProved: true });
  });

  it('reads back again a repeated claim whose target was taken before the claim was marked', async () => {
    const claim = { transactionId: 't-1', status: 'CHARGEBACK', word: 'back' } as const;
    await report(store, [claim]);
    await report(store, [{ transactionId: 't-1' }]);
    await conclude(store, (await take(store))[0], noEffect);
    const other = await pool.connect();
    try {
      await other.query(
        `BEGIN; SELECT FROM webhooks.notice WHERE status = 'CHARGEBACK' FOR UPDATE`,
      );
      const repeated = report(store, [claim]);
      await waitsForLock();
      await pool.query('UPDATE webhooks.subject SET due_at = now()');
      const [leased] = await take(store);
      expect(leased?.notices.map(({ status }) => status)).to.deep.equal(['APPROVED']);
      await other.query('COMMIT');
      await repeated;
      await conclude(store, leased, noEffect);
    } finally {
      other.release();
    }
    await pool.query('UPDATE webhooks.subject SET due_at = now() WHERE due_at IS NOT NULL');
    const [leasedAgain] = await take(store);
    expect(leasedAgain?.notices.map(({ status }) => status)).to.deep.equal(['CHARGEBACK']);
  });

  it('concludes other leases while a conclusion gets no answer, and then gives that one up', async () => {
    for (const transactionId of ['t-1', 't-2']) await report(store, [{ transactionId }]);
    const leased = await take(store);
    const ended: (readonly [string, unknown])[] = [];
    const end = async (name: string): Promise<void> => {
      const lease = leased.find(({ notices }) => notices[0]?.reference === name);
      const failure: unknown = await conclude(store, lease, applied).catch(
        (error: unknown) => error,
      );
      ended.push([name, failure && isDatabaseAway(failure)]);
    };
    const other = await pool.connect();
    try {
      await other.query(`BEGIN; SELECT FROM webhooks.subject WHERE reference = 't-1' FOR UPDATE`);
      const stuck = end('t-1');
      await waitsForLock();
      await end('t-2');
      await stuck;
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    expect(ended).to.deep.equal([
      ['t-2', undefined],
      ['t-1', true],
    ]);
  }).timeout(30_000);

  it('processes targets while other processes open the store, without deadlocks', async () => {
    const start = async (): Promise<void> => {
      for (let count = 0; count < 100; count += 1) await openPostgresNotices(pool);
    };
    const work = async (worker: number): Promise<void> => {
      for (let index = 0; index < 60; index += 1) {
        await report(store, [
          { transactionId: `t-${index % 20}`, isProved: worker % 2 === 0, word: `w${index % 50}` },
        ]);
        for (const leased of await take(store, 5)) await conclude(store, leased, unknown);
      }
    };
    await Promise.all([start(), ...Array.from({ length: 7 }, (_, worker) => work(worker))]);
    expect((await store.counts()).genuine).to.equal(20);
  });
});
