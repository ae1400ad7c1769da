import type { Cents } from '#/domain/money.ts';
import type { PaymentMethod, PaymentStatus } from '#/domain/ports/charge.ts';
import type { Day } from '#/domain/time.ts';
import {
  Conditions,
  pageOf,
  rowsOf,
  type Page,
  type Paging,
  type Queryable,
} from './engine/define/page.ts';
import { platformDayTable, saleTable, salesDayTable, type SaleRow } from './sales.ts';
import { streamRows } from './engine/define/stream-rows.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import type { RowOf } from './engine/define/table.ts';

/** All sales of a platform, or only those of one of its sellers. */
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

const SALES = `SELECT ${selection(saleTable)} FROM ${viewOf(saleTable)}`;
const DAYS = viewOf(salesDayTable);

export const matching = (filters: SalesFilters): Conditions => {
  const { platformId, sellerId, status, method, productId, offerId } = filters;
  return new Conditions()
    .equal('platform_id', platformId)
    .equal('seller_id', sellerId)
    .equal('status', status)
    .equal('method', method)
    .equal('product_id', productId)
    .equal('offer_id', offerId)
    .instants('requested_at', filters);
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
    select: SALES,
    conditions: matching(filters),
    filters: { ...filters },
    paging,
    sort: newestFirst,
  });

export const getSale = async (
  reader: Queryable,
  { platformId, sellerId, paymentId }: SalesScope & { readonly paymentId: string },
): Promise<SaleRow | undefined> => {
  const { where, values } = new Conditions()
    .equal('payment_id', paymentId)
    .equal('platform_id', platformId)
    .equal('seller_id', sellerId);
  const [row] = await rowsOf<SaleRow>(reader, `${SALES}${where}`, values);
  return row;
};

export const countSales = async (reader: Queryable, filters: SalesFilters): Promise<number> => {
  const { where, values } = matching(filters);
  const query = `SELECT count(*) AS count FROM ${viewOf(saleTable)}${where}`;
  const [row] = await rowsOf<{ count: number }>(reader, query, values);
  return row?.count ?? 0;
};

/** Streams all sales, oldest first, for an export: batches of rows, in bounded memory. */
export const streamSales = (
  reader: Queryable,
  filters: SalesFilters,
): AsyncIterable<readonly SaleRow[]> =>
  streamRows<SaleRow>(reader, {
    table: saleTable,
    conditions: () => matching(filters),
    order: ['requestedAt', 'paymentId'],
  });

/** Figures of a day, of a payment method, or of a whole range. */
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

const inScope = ({ platformId, sellerId, ...days }: SalesScope & DayRange): Conditions =>
  new Conditions().equal('platform_id', platformId).equal('seller_id', sellerId).days('day', days);

/** Days without sales are left out. */
export const salesByDay = (
  reader: Queryable,
  range: SalesScope & DayRange,
): Promise<readonly (SalesFigures & { readonly day: Day })[]> => {
  const { where, values } = inScope(range);
  return rowsOf(
    reader,
    `SELECT day, ${FIGURES} FROM ${DAYS}${where} GROUP BY day ORDER BY day`,
    values,
  );
};

/** For PIX, `requestedCount` = generated and `approvedCount` = paid; for cards, approved + rejected = decided. */
export const salesByMethod = (
  reader: Queryable,
  range: SalesScope & DayRange,
): Promise<readonly (SalesFigures & { readonly method: PaymentMethod })[]> => {
  const { where, values } = inScope(range);
  const query = `SELECT method, ${FIGURES} FROM ${DAYS}${where} GROUP BY method ORDER BY method`;
  return rowsOf(reader, query, values);
};

export const salesTotals = async (
  reader: Queryable,
  range: SalesScope & DayRange,
): Promise<SalesFigures | undefined> => {
  const { where, values } = inScope(range);
  const [row] = await rowsOf<SalesFigures>(
    reader,
    `SELECT ${FIGURES} FROM ${DAYS}${where}`,
    values,
  );
  return row;
};

/** The products with the highest approved amount, with the title of their latest sale. */
export const topProducts = (
  reader: Queryable,
  range: SalesScope & DayRange,
  limit: number,
): Promise<
  readonly { productId: string; title: string | null; count: number; amount: Cents }[]
> => {
  const conditions = inScope(range);
  const { where } = conditions;
  const query = `WITH top AS (
      SELECT product_id, sum(approved_count) AS count, sum(approved_amount) AS amount
      FROM ${DAYS}${where} GROUP BY product_id HAVING sum(approved_count) > 0
      ORDER BY amount DESC, product_id LIMIT ${conditions.bind(limit)})
    SELECT product_id AS "productId", count, amount, (
      SELECT title FROM ${viewOf(saleTable)} AS s WHERE s.product_id = top.product_id
      ORDER BY requested_at DESC LIMIT 1) AS title
    FROM top ORDER BY amount DESC, product_id`;
  return rowsOf(reader, query, conditions.values);
};

/** Returns the last day on which a sale of the seller was paid; undefined if none was. */
export const lastPaidSale = async (
  reader: Queryable,
  sellerId: string,
): Promise<Day | undefined> => {
  const query = `SELECT max(day) AS day FROM ${DAYS} WHERE seller_id = $1 AND approved_count > 0`;
  const [row] = await rowsOf<{ day: Day | null }>(reader, query, [sellerId]);
  return row?.day ?? undefined;
};

/** Undefined when nothing was approved, refunded or charged back that day. */
export const platformDay = async (
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
