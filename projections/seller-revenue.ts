import type { Cents } from '#/domain/money.ts';
import type { Day } from '#/domain/time.ts';
import { Conditions, rowsOf, type Queryable } from './engine/define/page.ts';
import { salesDayTable } from './sales.ts';
import { viewOf } from './engine/define/table-sql.ts';
import type { DayRange } from './sales-queries.ts';

/** Revenue of a seller in one currency. Sales count on the day of approval, refunds and chargebacks on their own day. */
export type SellerRevenue = {
  readonly sellerId: string;
  readonly currency: string;
  readonly count: number;
  readonly gross: Cents;
  readonly fees: Cents;
  /** Returned by refunds and chargebacks. */
  readonly refunded: Cents;
};

const SUMS = `sum(approved_count) AS count, sum(approved_amount) AS gross, sum(fee) AS fees,
  sum(refunded_amount + chargeback_amount) AS refunded`;

const SOME = 'HAVING sum(approved_count) > 0 OR sum(refunded_amount + chargeback_amount) > 0';

/** Revenue of each seller, highest first; summed from the sales by day, so it needs no table of its own. */
export const listSellerRevenue = (
  reader: Queryable,
  platformId: string,
  range: DayRange,
): Promise<readonly SellerRevenue[]> => {
  const { where, values } = new Conditions().equal('platform_id', platformId).days('day', range);
  const query = `SELECT seller_id AS "sellerId", currency, ${SUMS} FROM ${viewOf(salesDayTable)}${where}
    GROUP BY seller_id, currency ${SOME} ORDER BY gross DESC, seller_id, currency`;
  return rowsOf<SellerRevenue>(reader, query, values);
};

/** Revenue of one seller, day by day. */
export const sellerRevenueByDay = (
  reader: Queryable,
  { platformId, sellerId }: { readonly platformId: string; readonly sellerId: string },
  range: DayRange,
): Promise<readonly (SellerRevenue & { readonly day: Day })[]> => {
  const { where, values } = new Conditions()
    .equal('platform_id', platformId)
    .equal('seller_id', sellerId)
    .days('day', range);
  const query = `SELECT seller_id AS "sellerId", day, currency, ${SUMS} FROM ${viewOf(salesDayTable)}${where}
    GROUP BY seller_id, day, currency ${SOME} ORDER BY day, currency`;
  return rowsOf<SellerRevenue & { readonly day: Day }>(reader, query, values);
};
