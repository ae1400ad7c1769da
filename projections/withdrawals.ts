import {
  NOT_INVESTIGATED,
  waitsSince,
  type Investigation,
} from '#/domain/investigation/investigation.ts';
import { add, negate, subtract, ZERO, type Cents } from '#/domain/money.ts';
import type { PixKeyType, WithdrawStatus } from '#/domain/ports/payout.ts';
import type { Encrypted } from '#/domain/encrypted.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { WithdrawalEvent } from '#/domain/withdrawal/decider.ts';
import type { WithdrawalRequestedData } from '#/domain/withdrawal/events.ts';
import { investigationAfter } from '#/domain/withdrawal/resolve.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import {
  countRows,
  equal,
  rowsOf,
  select,
  type Filter,
  type Queryable,
} from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  amount,
  json,
  keyed,
  nullable,
  text,
  time,
  enumText,
  type RowOf,
} from './engine/define/table.ts';

/** One row per withdrawal, from the moment its money is held, or its payout opened if the log has lost the hold. */
export const withdrawalTable = keyed({
  name: 'withdrawal',
  columns: {
    withdrawalId: text,
    platformId: text,
    sellerId: text,
    amount,
    fee: amount,
    /** The amount paid out. */
    net: amount,
    status: enumText<WithdrawStatus>(),
    provider: text,
    pixType: enumText<PixKeyType>(),
    /** Encrypted. */
    destination: json<Encrypted>(),
    providerWithdrawId: nullable(text),
    endToEndId: nullable(text),
    /** Why the withdrawal was not paid, or why its outcome is not known yet. */
    cause: nullable(text),
    /** Explanation for people (acquirers.120, acquirers.126). */
    explanation: nullable(text),
    requestedAt: time,
    concludedAt: nullable(time),
    /** Since when people must decide its outcome, and what they found out so far. */
    waitsSince: nullable(time),
    investigation: nullable(json<Investigation>()),
  },
  key: ['withdrawalId'],
  indexes: [
    { columns: ['sellerId', 'requestedAt', 'withdrawalId'] },
    { columns: ['platformId', 'requestedAt', 'withdrawalId'] },
    { columns: ['requestedAt', 'withdrawalId'], where: "status = 'PENDING'" },
    { columns: ['waitsSince'], where: 'waits_since IS NOT NULL' },
  ],
});

const tables = { withdrawal: withdrawalTable };

export type WithdrawalRow = RowOf<typeof withdrawalTable>;

const change = (
  rows: RowsOf<typeof tables>,
  event: WithdrawalEvent & { readonly aggregateId: string },
  changes: Partial<WithdrawalRow> = {},
): void => {
  const { aggregateId } = event;
  const row = rows.withdrawal.get(aggregateId);
  if (row === undefined)
    throw new Error(`withdrawal ${aggregateId} goes on before its money was held`);
  const before = row.investigation ?? NOT_INVESTIGATED;
  const investigation = investigationAfter(before, event);
  const waiting =
    investigation === before ? {} : { investigation, waitsSince: waitsSince(investigation) };
  rows.withdrawal.put({ ...row, ...changes, ...waiting });
};

/** Changes what was paid out by the difference that people found. */
const changeNet = (
  rows: RowsOf<typeof tables>,
  event: WithdrawalEvent & { readonly aggregateId: string },
  difference: Cents,
): void => {
  const net = rows.withdrawal.get(event.aggregateId)?.net ?? ZERO;
  change(rows, event, { net: add(net, difference), cause: null });
};

/** Begins the row of a withdrawal, unless there is one. */
const begin = (
  rows: RowsOf<typeof tables>,
  withdrawalId: string,
  request: WithdrawalRequestedData,
): void => {
  if (rows.withdrawal.get(withdrawalId) !== undefined) return;
  const { platformId, receiverId: sellerId, amount: whole, fee, provider, pixType } = request;
  rows.withdrawal.put({
    withdrawalId,
    platformId,
    sellerId,
    amount: whole,
    fee,
    net: subtract(whole, fee),
    status: 'PENDING',
    provider,
    pixType,
    destination: request.destination,
    providerWithdrawId: null,
    endToEndId: null,
    cause: null,
    explanation: null,
    requestedAt: request.at,
    concludedAt: null,
    waitsSince: null,
    investigation: null,
  });
};

export const withdrawals = defineProjection({
  name: 'withdrawals',
  version: 8,
  tables,
  keys: (event, { withdrawal }) => {
    withdrawal.reads(event.type === 'WithdrawalHeld' ? event.data.withdrawalId : event.aggregateId);
  },
  on: {
    WithdrawalHeld: ({ data }, rows) => begin(rows, data.withdrawalId, data),
    WithdrawalRequested: ({ aggregateId, data }, rows) => begin(rows, aggregateId, data),
    WithdrawalSent: (event, rows) => {
      const { providerWithdrawId } = event.data;
      // Once the withdrawal has ended, another payout that is found does not change why it ended so.
      const isOpen = rows.withdrawal.get(event.aggregateId)?.status === 'PENDING';
      change(rows, event, { providerWithdrawId, ...(isOpen && { cause: null }) });
    },
    WithdrawalUnanswered: (event, rows) => change(rows, event, { cause: event.data.failure }),
    WithdrawalSettled: (event, rows) => {
      const { endToEndId, at: concludedAt } = event.data;
      change(rows, event, { status: 'APPROVED', endToEndId, cause: null, concludedAt });
    },
    WithdrawalFailed: (event, rows) => {
      const { cause, text: explanation = null, at: concludedAt } = event.data;
      const status = cause === 'canceled' ? 'CANCELED' : 'REJECTED';
      change(rows, event, { status, cause, explanation, concludedAt });
    },
    WithdrawalCameBack: (event, rows) => {
      const { cause, text: explanation = null, at: concludedAt } = event.data;
      if (event.data.isPart) return changeNet(rows, event, negate(event.data.amount));
      change(rows, event, { status: 'REJECTED', cause, explanation, concludedAt });
    },
    WithdrawalContradicted: (event, rows) => change(rows, event, { cause: 'contradicted' }),
    WithdrawalContradictionEnded: (event, rows) => change(rows, event, { cause: null }),
    WithdrawalLeftUnresolved: (event, rows) => change(rows, event, { cause: event.data.cause }),
    WithdrawalFoundPaid: (event, rows) => {
      const { amount: whole, fee, isPart, at: concludedAt } = event.data;
      if (isPart) return changeNet(rows, event, whole);
      const found = { net: subtract(whole, fee), concludedAt };
      change(rows, event, { status: 'APPROVED', cause: null, explanation: null, ...found });
    },
    WithdrawalResolutionProposed: (event, rows) => change(rows, event),
    WithdrawalResolutionRejected: (event, rows) => change(rows, event),
    WithdrawalResolved: (event, rows) => change(rows, event, { cause: null }),
  },
});

const WITHDRAWALS = `SELECT ${selection(withdrawalTable)} FROM ${viewOf(withdrawalTable)}`;

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

/** A page of the pending withdrawals of all platforms, oldest first, of which the provider is asked regularly. */
export const openWithdrawalsAfter = (
  reader: Queryable,
  after: Pick<WithdrawalRow, 'requestedAt' | 'withdrawalId'>,
  { limit }: { readonly limit: number },
): Promise<readonly WithdrawalRow[]> =>
  rowsOf<WithdrawalRow>(
    reader,
    `${WITHDRAWALS} WHERE status = 'PENDING' AND waits_since IS NULL AND (requested_at, withdrawal_id) > ($1, $2)
      ORDER BY requested_at, withdrawal_id LIMIT $3`,
    [after.requestedAt, after.withdrawalId, limit],
  );

/** Returns which of the ids are withdrawals through a provider; `platformId` null = on any platform. */
export const knownWithdrawals = async (
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

/** Withdrawals whose outcome a person must decide, and since when the first one waits. */
export interface WithdrawalsForPeople {
  readonly withdrawals: number;
  readonly since: Timestamp | null;
}

export const withdrawalsForPeople = async (reader: Queryable): Promise<WithdrawalsForPeople> => {
  const [row] = await rowsOf<Pick<WithdrawalsForPeople, keyof WithdrawalsForPeople>>(
    reader,
    `SELECT count(*)::int AS withdrawals, min(waits_since) AS since
     FROM ${viewOf(withdrawalTable)} WHERE waits_since IS NOT NULL`,
    [],
  );
  return row ?? { withdrawals: 0, since: null };
};
