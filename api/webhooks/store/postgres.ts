import type { Pool } from 'pg';
import { boundUnproved, forgetOld } from '#/api/webhooks/store/postgres/bounded-rows.ts';
import { noticeConclusions } from '#/api/webhooks/store/postgres/conclude-notices.ts';
import { keepNotices } from '#/api/webhooks/store/postgres/keep-notices.ts';
import type { Attempt, NoticeFilter, NoticeStore, ShownNotice } from './notice-store.ts';
import { SHOWN_ATTEMPTS } from './limits.ts';
import { createShares } from './shares.ts';
import { SHOWN_COLUMNS, listLeasedTargets } from '#/api/webhooks/store/postgres/notice-rows.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import { sql, statementOf } from '#/ledger/database/sql.ts';
import { openNoticeTables } from '#/api/webhooks/store/postgres/notice-schema.ts';
import type { RedactedDelivery } from '#/api/webhooks/redact-notice.ts';
import {
  askAgain,
  countTargets,
  maySearch,
  takeDue,
} from '#/api/webhooks/store/postgres/target-queue.ts';

const listNotices: (pool: Pool, filter: NoticeFilter) => ReturnType<NoticeStore['list']> = async (
  pool,
  { platformId, outcome, paymentId, before, limit },
) => {
  const listed = sql('webhooks.notice')
    .select(sql.raw(SHOWN_COLUMNS))
    .where('platform_id', platformId)
    // `sequence` alone would mean the selected column, which is text, where '9' is greater than '10'.
    .orderBy('webhooks.notice.sequence', 'desc')
    .limit(limit);
  if (outcome !== undefined) void listed.where({ outcome });
  if (paymentId !== undefined) void listed.where('payment_id', paymentId);
  if (before !== undefined) void listed.where('sequence', '<', before);
  const { rows } = await pool.query<ShownNotice>(statementOf(listed));
  return rows;
};

export const openPostgresNotices = async (pool: Pool): Promise<NoticeStore> => {
  await openNoticeTables(pool);
  const shares = createShares();
  const conclude = noticeConclusions(pool);
  return {
    store: async (sender, recognised, delivery, takes = false) => {
      const stored = await keepNotices(pool, sender, recognised, { delivery, takes });
      const account = { provider: sender.provider, account: sender.platformId ?? '' };
      // Only a genuine target is leased with its notice.
      if (stored.leased) shares.take('genuine', stored.leased, account);
      return stored;
    },

    storeUnread: async ({ provider, platformId }, { outcome, failure }, delivery) => {
      await pool.query(
        `WITH came AS (INSERT INTO webhooks.delivery (said) VALUES ($5) RETURNING delivery_id)
         INSERT INTO webhooks.notice (notice_id, provider, platform_id, type, outcome, failure, delivery_id)
         SELECT $1 || ':unread:' || gen_random_uuid(), $1, $2, 'TRANSACTION', $3, $4, delivery_id
         FROM came`,
        [provider, platformId, outcome, failure, JSON.stringify(delivery)],
      );
      const account = { provider, account: platformId ?? '' };
      return boundUnproved.unreadAt(pool, account, outcome === 'IGNORED' ? 'ignored' : 'bad');
    },

    take: async (trust, limit) => {
      const { leases, isMore } = await takeDue(pool, trust, limit, shares.busy(trust));
      for (const lease of leases) shares.take(trust, lease, lease);
      return { items: await listLeasedTargets(pool, leases), isMore };
    },

    conclude: async (ends, asked) => {
      if ('leaseNumber' in asked) shares.leave(asked);
      await conclude({ ends, asked });
    },

    askAgain: (before) => askAgain(pool, before),

    maySearch: (payment) => maySearch(pool, payment),

    get: async (noticeId) => {
      const { rows } = await pool.query<ShownNotice>(
        `SELECT ${SHOWN_COLUMNS} FROM webhooks.notice WHERE notice_id = $1`,
        [noticeId],
      );
      return rows[0];
    },

    deliveryOf: async (noticeId) => {
      const { rows } = await pool.query<{ said: RedactedDelivery }>(
        `SELECT said FROM webhooks.delivery JOIN webhooks.notice USING (delivery_id)
         WHERE notice_id = $1`,
        [noticeId],
      );
      return rows[0]?.said ?? null;
    },

    attemptsOf: async (noticeId) => {
      const { rows } = await pool.query<Attempt>(
        `SELECT ${instantText('at')} AS at, outcome, failure FROM webhooks.attempt
         WHERE notice_id = $1 ORDER BY webhooks.attempt.at LIMIT ${SHOWN_ATTEMPTS}`,
        [noticeId],
      );
      return rows;
    },

    forgetOld: () => forgetOld(pool),

    boundUnproved: () => boundUnproved.inAll(pool),

    list: (filter) => listNotices(pool, filter),

    counts: () => countTargets(pool),
  };
};
