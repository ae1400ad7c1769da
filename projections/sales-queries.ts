import type { Cents } from '#/domain/values/money.ts';
import type { PaymentMethod, PaymentStatus } from '#/domain/ports/charge.ts';
import type { Day } from '#/domain/values/time.ts';
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
  withinDays,
  withinInstants,
  type Filter,
  type Query,
  type Queryable,
} from './engine/define/query.ts';
import { platformDayTable, saleTable, salesDayTable, type SaleRow } from './sales.ts';
import { streamRows } from './engine/define/stream-rows.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import type { RowOf } from './engine/define/table.ts';

/** All sales of a platform, or of one of its sellers. */
export interface SalesScope {
  readonly platformId: string;
  readonly sellerId?: string | undefined;
}

/** Brazilian days, both included. */
export interface DayRange {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

export interface SalesFilters extends SalesScope, DayRange {
  readonly status?: PaymentStatus | undefined;
  readonly method?: PaymentMethod | undefined;
  readonly productId?: string | undefined;
  readonly offerId?: string | undefined;
}

export const filterOf = (filters: SalesFilters): Filter => {
  const { platformId, sellerId, status, method, productId, offerId } = filters;
  const exact = equal({
    platform_id: platformId,
    seller_id: sellerId,
    status,
    method,
    product_id: productId,
    offer_id: offerId,
  });
  return all(exact, withinInstants('requested_at', filters));
};

export const newestFirst = {
  columns: ['requested_at', 'payment_id'],
  direction: 'descending',
  keyOf: ({ requestedAt, paymentId }: SaleRow) => [requestedAt, paymentId],
} as const;

/** Newest first. @throws InvalidCursor */
export const listSales = (
  reader: Queryable,
  filters: SalesFilters,
  paging: Paging,
): Promise<Page<SaleRow>> =>
  pageOf<SaleRow>(reader, {
    rows: select(saleTable),
    filter: filterOf(filters),
    filters: { ...filters },
    paging,
    sort: newestFirst,
  });

export const getSale = async (
  reader: Queryable,
  { platformId, sellerId, paymentId }: SalesScope & { readonly paymentId: string },
): Promise<SaleRow | undefined> => {
  const filter = equal({ payment_id: paymentId, platform_id: platformId, seller_id: sellerId });
  const [row] = await fetchRows<SaleRow>(reader, filter(select(saleTable)));
  return row;
};

export const countSales = (reader: Queryable, filters: SalesFilters): Promise<number> =>
  countRows(reader, saleTable, filterOf(filters));

/** Oldest first, in bounded memory. */
export const streamSales = (
  reader: Queryable,
  filters: SalesFilters,
): AsyncIterable<readonly SaleRow[]> =>
  streamRows<SaleRow>(reader, saleTable, {
    filter: filterOf(filters),
    order: ['requestedAt', 'paymentId'],
  });

export type SalesFigures = {
  readonly requestedCount: number;
  readonly requestedAmount: Cents;
  readonly approvedCount: number;
  readonly approvedAmount: Cents;
  readonly rejectedCount: number;
  readonly canceledCount: number;
  readonly refundedCount: number;
  readonly refundedAmount: Cents;
  readonly chargebackCount: number;
  readonly chargebackAmount: Cents;
  readonly fees: Cents;
  readonly interest: Cents;
  readonly net: Cents;
};

const FIGURES = [
  ...['requested', 'approved', 'refunded', 'chargeback'].flatMap((what) => [
    `coalesce(sum(${what}_count), 0) AS "${what}Count"`,
    `coalesce(sum(${what}_amount), 0) AS "${what}Amount"`,
  ]),
  'coalesce(sum(rejected_count), 0) AS "rejectedCount"',
  'coalesce(sum(canceled_count), 0) AS "canceledCount"',
  'coalesce(sum(fee), 0) AS fees',
  'coalesce(sum(interest), 0) AS interest',
  'coalesce(sum(net), 0) AS net',
].join(', ');

const inScope = ({ platformId, sellerId, ...days }: SalesScope & DayRange): Filter =>
  all(equal({ platform_id: platformId, seller_id: sellerId }), withinDays('day', days));

const selectFigures = (range: SalesScope & DayRange): Query =>
  inScope(range)(rowsIn(salesDayTable)).select(sql.raw(FIGURES));

const selectFiguresBy = (range: SalesScope & DayRange, column: 'day' | 'method'): Query =>
  selectFigures(range).select(column).groupBy(column).orderBy(column);

/** Days without sales are left out. */
export const sumSalesByDay = (
  reader: Queryable,
  range: SalesScope & DayRange,
): Promise<readonly (SalesFigures & { readonly day: Day })[]> =>
  fetchRows(reader, selectFiguresBy(range, 'day'));

/** `requestedCount` includes payments that were not paid, such as PIX codes that expired. */
export const sumSalesByMethod = (
  reader: Queryable,
  range: SalesScope & DayRange,
): Promise<readonly (SalesFigures & { readonly method: PaymentMethod })[]> =>
  fetchRows(reader, selectFiguresBy(range, 'method'));

export const sumSales = async (
  reader: Queryable,
  range: SalesScope & DayRange,
): Promise<SalesFigures | undefined> => {
  const [row] = await fetchRows<SalesFigures>(reader, selectFigures(range));
  return row;
};

/** The products with the highest approved amounts, each with the title of its latest sale. */
export const listTopProducts = (
  reader: Queryable,
  range: SalesScope & DayRange,
  limit: number,
): Promise<
  readonly { productId: string; title: string | null; count: number; amount: Cents }[]
> => {
  const top = inScope(range)(rowsIn(salesDayTable))
    .select('product_id')
    .sum({ count: 'approved_count', amount: 'approved_amount' })
    .groupBy('product_id')
    .havingRaw('sum(approved_count) > 0')
    .orderByRaw('amount DESC, product_id')
    .limit(limit);
  const statement = `SELECT product_id AS "productId", count, amount, (
      SELECT title FROM ${viewOf(saleTable)} AS s WHERE s.product_id = top.product_id
      ORDER BY requested_at DESC LIMIT 1) AS title
    FROM ? AS top ORDER BY amount DESC, product_id`;
  return fetchRows(reader, sql.raw(statement, [top]));
};

export const findLastDayOfSales = async (
  reader: Queryable,
  sellerId: string,
): Promise<Day | undefined> => {
  const query = `SELECT max(day) AS day FROM ${viewOf(salesDayTable)} WHERE seller_id = $1
    AND (approved_count > 0 OR refunded_count > 0 OR chargeback_count > 0)`;
  const [row] = await rowsOf<{ day: Day | null }>(reader, query, [sellerId]);
  return row?.day ?? undefined;
};

/** Undefined when nothing was approved, refunded or charged back that day. */
export const sumPlatformDay = async (
  reader: Queryable,
  platformId: string,
  day: Day,
): Promise<RowOf<typeof platformDayTable> | undefined> => {
  const from = `SELECT ${selection(platformDayTable)} FROM ${viewOf(platformDayTable)}`;
  const [row] = await rowsOf<RowOf<typeof platformDayTable>>(
    reader,
    `${from} WHERE platform_id = $1 AND day = $2`,
    [platformId, day],
  );
  return row;
};
