import {
  NOT_INVESTIGATED,
  waitsSince,
  type Investigation,
} from '#/domain/investigation/investigation.ts';
import type { AcquirerAccount } from '#/domain/acquiring/call-attempt.ts';
import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import type { ReversalData } from '#/domain/payment/events.ts';
import type { RefundEvent } from '#/domain/refund/decider.ts';
import { investigationAfter } from '#/domain/refund/resolve.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { sql } from '#/ledger/database/sql.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import { equal, rowsOf, type Query, type Queryable } from './engine/define/query.ts';
import { saleTable } from './sales.ts';
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

/** One row per chargeback and per refund, requested here or made at the provider. */
export const refundTable = keyed({
  name: 'refund',
  columns: {
    paymentId: text,
    refundId: text,
    platformId: text,
    sellerId: text,
    /** The acquirer that has the money. */
    provider: text,
    /** Our account there; empty = not known. */
    merchantAccount: text,
    kind: enumText<'REFUND' | 'CHARGEBACK'>(),
    amount,
    status: enumText<'PENDING' | 'SETTLED' | 'FAILED'>(),
    note: text,
    cause: nullable(text),
    /** Explanation to show beside the outcome (acquirers.120, acquirers.126). */
    explanation: nullable(text),
    requestedAt: time,
    concludedAt: nullable(time),
    /** Since when the oldest open question about the refund waits for staff. */
    waitsSince: nullable(time),
    /** The open questions, and what staff proposed or decided. Null = there never was one. */
    investigation: nullable(json<Investigation>()),
  },
  key: ['paymentId', 'refundId'],
  indexes: [
    { columns: ['sellerId', 'requestedAt', 'refundId'] },
    { columns: ['platformId', 'requestedAt', 'refundId'] },
    { columns: ['requestedAt', 'refundId'], where: "status = 'PENDING'" },
    { columns: ['waitsSince'], where: 'waits_since IS NOT NULL' },
  ],
});

const tables = { refund: refundTable };

export type RefundRow = RowOf<typeof refundTable>;

const settle = (
  rows: RowsOf<typeof tables>,
  paymentId: string,
  {
    refundId,
    platformId,
    sellerId,
    provider,
    merchantAccount = '',
    amount: refunded,
    at,
  }: ReversalData,
  kind: RefundRow['kind'],
): void => {
  const requested = rows.refund.get(paymentId, refundId);
  // A refund made at the provider, and a chargeback, were not requested here.
  const unrequested = {
    paymentId,
    refundId,
    platformId,
    sellerId,
    provider,
    merchantAccount,
    kind,
    amount: refunded,
    note: '',
  };
  const row = requested ?? {
    ...unrequested,
    requestedAt: at,
    waitsSince: null,
    investigation: null,
  };
  rows.refund.put({ ...row, status: 'SETTLED', cause: null, explanation: null, concludedAt: at });
};

type RefundRequest = Pick<
  RefundRow,
  'paymentId' | 'refundId' | 'platformId' | 'sellerId' | 'provider' | 'amount' | 'note'
> &
  Pick<AcquirerAccount, 'merchantAccount'> & { readonly at: Timestamp };

const addRequested = (
  rows: RowsOf<typeof tables>,
  { at, amount: requested, ...request }: RefundRequest,
): void => {
  const { paymentId, refundId, platformId, sellerId, provider, note } = request;
  const { merchantAccount = '' } = request;
  if (rows.refund.get(paymentId, refundId) !== undefined) return;
  rows.refund.put({
    paymentId,
    refundId,
    platformId,
    sellerId,
    provider,
    merchantAccount,
    kind: 'REFUND',
    amount: requested,
    status: 'PENDING',
    note,
    cause: null,
    explanation: null,
    requestedAt: at,
    concludedAt: null,
    waitsSince: null,
    investigation: null,
  });
};

type AtProvider = Extract<
  RefundEvent,
  {
    type:
      | 'RefundSettled'
      | 'RefundFailed'
      | 'RefundLeftUnresolved'
      | 'RefundContradicted'
      | 'RefundResolutionProposed'
      | 'RefundResolutionRejected'
      | 'RefundResolved';
  }
>;

/** Stores the open questions for staff. The outcome comes with the payment's own events. */
const investigate = (
  event: AtProvider & { readonly aggregateId: string },
  rows: RowsOf<typeof tables>,
): void => {
  const row = rows.refund.get(event.data.paymentId, event.aggregateId);
  if (row === undefined)
    throw new Error(`refund ${event.aggregateId} continues before it was requested`);
  const before = row.investigation ?? NOT_INVESTIGATED;
  const investigation = investigationAfter(before, event);
  if (investigation === before) return;
  rows.refund.put({ ...row, investigation, waitsSince: waitsSince(investigation) });
};

export const refunds = defineProjection({
  name: 'refunds',
  version: 9,
  tables,
  keys: ({ aggregateId, data }, { refund }) => {
    // An event with a refund id is the payment's; the others are the refund's own.
    if ('refundId' in data) refund.reads(aggregateId, data.refundId);
    else refund.reads(data.paymentId, aggregateId);
  },
  on: {
    PaymentRefundRequested: ({ aggregateId: paymentId, data }, rows) =>
      addRequested(rows, { ...data, paymentId }),
    RefundRequested: ({ aggregateId: refundId, data }, rows) =>
      addRequested(rows, { ...data, refundId, note: '' }),
    PaymentRefundFailed: ({ aggregateId: paymentId, data }, rows) => {
      const { refundId, cause, text: explanation = null, at: concludedAt } = data;
      const row = rows.refund.get(paymentId, refundId);
      if (row === undefined)
        throw new Error(`payment ${paymentId} was never asked for refund ${refundId}`);
      rows.refund.put({ ...row, status: 'FAILED', cause, explanation, concludedAt });
    },
    PaymentRefundMatched: ({ aggregateId: paymentId, data }, rows) => {
      const { refundId, left, at: concludedAt } = data;
      const row = rows.refund.get(paymentId, refundId);
      if (row === undefined) return;
      // Another row has this refund, as one that the acquirer made by itself. This row has only the part not taken back yet (`left`).
      const cause = 'taken-before' satisfies KnownCause;
      const ended = { status: 'FAILED', cause, explanation: null, concludedAt } as const;
      rows.refund.put({ ...row, ...(left > 0 && { amount: left }), ...ended });
    },
    PaymentRefunded: ({ aggregateId: paymentId, data }, rows) =>
      settle(rows, paymentId, data, 'REFUND'),
    PaymentChargedBack: ({ aggregateId: paymentId, data }, rows) =>
      settle(rows, paymentId, data, 'CHARGEBACK'),
    RefundSettled: investigate,
    RefundFailed: (event, rows) => {
      const { cause, text: explanation = null, at: concludedAt } = event.data;
      investigate(event, rows);
      const row = rows.refund.get(event.data.paymentId, event.aggregateId);
      // If the log has lost the payment's request, only this event records the failure.
      if (row?.status !== 'PENDING') return;
      rows.refund.put({ ...row, status: 'FAILED', cause, explanation, concludedAt });
    },
    RefundLeftUnresolved: investigate,
    RefundContradicted: investigate,
    RefundResolutionProposed: investigate,
    RefundResolutionRejected: investigate,
    RefundResolved: investigate,
  },
});

/** The title is null while the read model of sales is behind. */
export type RefundOfSale = RefundRow & { readonly title: string | null };

const selectRefundsOfSales = (): Query =>
  sql
    .select(sql.raw(`${selection(refundTable, 'r')}, s.title`))
    .from(
      sql.raw(`${viewOf(refundTable)} AS r LEFT JOIN ${viewOf(saleTable)} AS s USING (payment_id)`),
    );

export interface RefundFilters {
  readonly platformId: string;
  readonly sellerId?: string | undefined;
  readonly paymentId?: string | undefined;
}

/** Newest first. @throws InvalidCursor */
export const listRefunds = (
  reader: Queryable,
  filters: RefundFilters,
  paging: Paging,
): Promise<Page<RefundOfSale>> =>
  pageOf<RefundOfSale>(reader, {
    rows: selectRefundsOfSales(),
    filter: equal({
      'r.platform_id': filters.platformId,
      'r.seller_id': filters.sellerId,
      'r.payment_id': filters.paymentId,
    }),
    filters: { ...filters },
    paging,
    sort: {
      columns: ['r.requested_at', 'r.refund_id'],
      direction: 'descending',
      keyOf: ({ requestedAt, refundId }) => [requestedAt, refundId],
    },
  });

/** Of all platforms, oldest first. */
export const openRefundsAfter = (
  reader: Queryable,
  after: Pick<RefundRow, 'requestedAt' | 'refundId'>,
  { limit }: { readonly limit: number },
): Promise<readonly RefundRow[]> =>
  rowsOf<RefundRow>(
    reader,
    `SELECT ${selection(refundTable)} FROM ${viewOf(refundTable)}
      WHERE status = 'PENDING' AND waits_since IS NULL AND (requested_at, refund_id) > ($1, $2)
      ORDER BY requested_at, refund_id LIMIT $3`,
    [after.requestedAt, after.refundId, limit],
  );

/** `since` = when the first refund began to wait for staff; null = none waits. */
export interface RefundsAwaitingStaff {
  readonly refunds: number;
  readonly since: Timestamp | null;
}

export const countRefundsAwaitingStaff = async (
  reader: Queryable,
): Promise<RefundsAwaitingStaff> => {
  const [row] = await rowsOf<Pick<RefundsAwaitingStaff, keyof RefundsAwaitingStaff>>(
    reader,
    `SELECT count(*)::int AS refunds, min(waits_since) AS since
     FROM ${viewOf(refundTable)} WHERE waits_since IS NOT NULL`,
    [],
  );
  return row ?? { refunds: 0, since: null };
};
