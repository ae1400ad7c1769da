import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { Day, Timestamp } from '#/domain/values/time.ts';
import { sql } from '#/ledger/database/sql.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import {
  all,
  countRows,
  equal,
  fetchRows,
  rowsIn,
  rowsOf,
  select,
  withinInstants,
  type Filter,
  type Queryable,
} from './engine/define/query.ts';
import { streamRows } from './engine/define/stream-rows.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  IS_NOT_RECONCILED,
  IS_PAID,
  IS_RETURNED,
  withdrawalTable,
  type WithdrawalRow,
} from './withdrawals.ts';

const WITHDRAWALS = `SELECT ${selection(withdrawalTable)} FROM ${viewOf(withdrawalTable)}`;

export const findWithdrawal = async (
  reader: Queryable,
  withdrawalId: string,
): Promise<WithdrawalRow | undefined> => {
  const query = `${WITHDRAWALS} WHERE withdrawal_id = $1`;
  const [row] = await rowsOf<WithdrawalRow>(reader, query, [withdrawalId]);
  return row;
};

export interface WithdrawalFilters {
  readonly platformId: string;
  readonly sellerId?: string | undefined;
  readonly status?: WithdrawStatus | undefined;
}

const filterOf = ({ platformId, sellerId, status }: WithdrawalFilters): Filter =>
  equal({ platform_id: platformId, seller_id: sellerId, status });

/** Newest first. @throws InvalidCursor */
export const listWithdrawals = (
  reader: Queryable,
  filters: WithdrawalFilters,
  paging: Paging,
): Promise<Page<WithdrawalRow>> =>
  pageOf<WithdrawalRow>(reader, {
    rows: select(withdrawalTable),
    filter: filterOf(filters),
    filters: { ...filters },
    paging,
    sort: {
      columns: ['requested_at', 'withdrawal_id'],
      direction: 'descending',
      keyOf: ({ requestedAt, withdrawalId }) => [requestedAt, withdrawalId],
    },
  });

export const countWithdrawals = (reader: Queryable, filters: WithdrawalFilters): Promise<number> =>
  countRows(reader, withdrawalTable, filterOf(filters));

/** The longest wait first. @throws InvalidCursor */
export const listForApproval = (
  reader: Queryable,
  platformId: string,
  paging: Paging,
): Promise<Page<WithdrawalRow>> =>
  pageOf<WithdrawalRow>(reader, {
    rows: select(withdrawalTable),
    filter: all(equal({ platform_id: platformId }), (query) =>
      query.whereNotNull('waits_for_approval_since'),
    ),
    filters: { platformId },
    paging,
    sort: {
      columns: ['waits_for_approval_since', 'withdrawal_id'],
      direction: 'ascending',
      keyOf: ({ waitsForApprovalSince, withdrawalId }) => [
        waitsForApprovalSince ?? '',
        withdrawalId,
      ],
    },
  });

/** Whether a paid withdrawal was found on the bank's statement. RETURNED: it came back afterwards. */
export type ReconciliationState = 'RECONCILED' | 'NOT_RECONCILED' | 'RETURNED';

const CONDITIONS: Readonly<Record<ReconciliationState, string>> = {
  RECONCILED: `${IS_PAID} AND is_reconciled`,
  NOT_RECONCILED: IS_NOT_RECONCILED,
  RETURNED: IS_RETURNED,
};

export interface PaidFilters {
  readonly platformId: string;
  readonly sellerId?: string | undefined;
  /** Brazilian days on which the withdrawals were paid, both included. */
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  /** Absent = all that are paid and have not come back. */
  readonly reconciliation?: ReconciliationState | undefined;
}

const filterPaid = ({ platformId, sellerId, from, to, reconciliation }: PaidFilters): Filter =>
  all(
    equal({ platform_id: platformId, seller_id: sellerId }),
    (query) => query.whereRaw(reconciliation === undefined ? IS_PAID : CONDITIONS[reconciliation]),
    withinInstants('paid_at', { from, to }),
  );

/** The last paid first. @throws InvalidCursor */
export const listPaidWithdrawals = (
  reader: Queryable,
  filters: PaidFilters,
  paging: Paging,
): Promise<Page<WithdrawalRow>> =>
  pageOf<WithdrawalRow>(reader, {
    rows: select(withdrawalTable),
    filter: filterPaid(filters),
    filters: { ...filters },
    paging,
    sort: {
      columns: ['paid_at', 'withdrawal_id'],
      direction: 'descending',
      keyOf: ({ paidAt, withdrawalId }) => [paidAt ?? '', withdrawalId],
    },
  });

export interface PaidTotals {
  readonly lines: number;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
}

const NO_TOTALS: PaidTotals = { lines: 0, amount: 0, fee: 0, net: 0 };

/** Amounts in cents. */
export const sumPaid = async (reader: Queryable, filters: PaidFilters): Promise<PaidTotals> => {
  const sums = ['amount', 'fee', 'net'].map(
    (name) => `coalesce(sum(${name}), 0)::bigint AS ${name}`,
  );
  const summed = filterPaid(filters)(rowsIn(withdrawalTable)).select(
    sql.raw(`count(*) AS lines, ${sums.join(', ')}`),
  );
  const [row] = await fetchRows<Pick<PaidTotals, keyof PaidTotals>>(reader, summed);
  return row ?? NO_TOTALS;
};

/** The first paid first. */
export const streamPaidWithdrawals = (
  reader: Queryable,
  filters: PaidFilters,
): AsyncIterable<readonly WithdrawalRow[]> =>
  streamRows<WithdrawalRow>(reader, withdrawalTable, {
    filter: filterPaid(filters),
    order: ['paidAt', 'withdrawalId'],
  });

/** The earlier payouts of a seller, for staff who decide about another one. */
export interface EarlierPayouts {
  readonly sellerId: string;
  readonly payouts: number;
  readonly lastPaidAt: Timestamp | null;
}

export const findPaidPayouts = async (
  reader: Queryable,
  sellerIds: readonly string[],
): Promise<ReadonlyMap<string, EarlierPayouts>> => {
  const rows = await rowsOf<Pick<EarlierPayouts, keyof EarlierPayouts>>(
    reader,
    `SELECT seller_id AS "sellerId", count(*)::int AS payouts, max(concluded_at) AS "lastPaidAt"
     FROM ${viewOf(withdrawalTable)} WHERE seller_id = ANY($1) AND status = 'APPROVED' GROUP BY seller_id`,
    [sellerIds],
  );
  return new Map(rows.map((row) => [row.sellerId, row]));
};

/** Withdrawals without an outcome. Includes those that wait for approval, because the log may have lost the approval. */
export const openWithdrawalsAfter = (
  reader: Queryable,
  after: Pick<WithdrawalRow, 'payableSince' | 'withdrawalId'>,
  { limit }: { readonly limit: number },
): Promise<readonly WithdrawalRow[]> =>
  rowsOf<WithdrawalRow>(
    reader,
    `${WITHDRAWALS} WHERE status = 'PENDING' AND waits_since IS NULL
      AND (payable_since, withdrawal_id) > ($1, $2)
      ORDER BY payable_since, withdrawal_id LIMIT $3`,
    [after.payableSince, after.withdrawalId, limit],
  );

/** Returns which of these ids are withdrawals at the provider. `platformId` null = on any platform. */
export const listExistingWithdrawals = async (
  reader: Queryable,
  {
    provider,
    platformId,
    withdrawalIds,
  }: {
    readonly provider: string;
    readonly platformId: string | null;
    readonly withdrawalIds: readonly string[];
  },
): Promise<ReadonlySet<string>> => {
  const rows = await rowsOf<Pick<WithdrawalRow, 'withdrawalId'>>(
    reader,
    `${WITHDRAWALS} WHERE withdrawal_id = ANY($1) AND provider = $2
      AND ($3 = '' OR platform_id = $3)`,
    [withdrawalIds, provider, platformId ?? ''],
  );
  return new Set(rows.map(({ withdrawalId }) => withdrawalId));
};

/** Withdrawals with an open question, not those that need approval. `since` = when the first began to wait; null = none waits. */
export interface WithdrawalsAwaitingStaff {
  readonly withdrawals: number;
  readonly since: Timestamp | null;
}

export const countWithdrawalsAwaitingStaff = async (
  reader: Queryable,
): Promise<WithdrawalsAwaitingStaff> => {
  const [row] = await rowsOf<Pick<WithdrawalsAwaitingStaff, keyof WithdrawalsAwaitingStaff>>(
    reader,
    `SELECT count(*)::int AS withdrawals, min(waits_since) AS since
     FROM ${viewOf(withdrawalTable)} WHERE waits_since IS NOT NULL`,
    [],
  );
  return row ?? { withdrawals: 0, since: null };
};
