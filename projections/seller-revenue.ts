import type { Cents, Currency } from '#/domain/values/money.ts';
import type { Day } from '#/domain/values/time.ts';
import { sql } from '#/ledger/database/sql.ts';
import {
  all,
  equal,
  fetchRows,
  rowsIn,
  withinDays,
  type Queryable,
} from './engine/define/query.ts';
import { salesDayTable } from './sales.ts';
import type { DayRange } from './sales-queries.ts';

/** In one currency. Sales count on the day of approval, refunds and chargebacks on their own day. */
export type SellerRevenue = {
  readonly sellerId: string;
  readonly currency: Currency;
  readonly count: number;
  readonly gross: Cents;
  readonly fees: Cents;
  /** Returned by refunds and chargebacks. */
  readonly refunded: Cents;
};

const SUMS = `sum(approved_count) AS count, sum(approved_amount) AS gross, sum(fee) AS fees,
  sum(refunded_amount + chargeback_amount) AS refunded`;

const HAS_ACTIVITY = 'sum(approved_count) > 0 OR sum(refunded_amount + chargeback_amount) > 0';

/** One row per seller and currency, highest `gross` first. */
export const listSellerRevenue = (
  reader: Queryable,
  platformId: string,
  range: DayRange,
): Promise<readonly SellerRevenue[]> => {
  const filter = all(equal({ platform_id: platformId }), withinDays('day', range));
  const query = filter(rowsIn(salesDayTable))
    .select({ sellerId: 'seller_id' }, 'currency', sql.raw(SUMS))
    .groupBy('seller_id', 'currency')
    .havingRaw(HAS_ACTIVITY)
    .orderByRaw('gross DESC, seller_id, currency');
  return fetchRows<SellerRevenue>(reader, query);
};

export const sumSellerRevenueByDay = (
  reader: Queryable,
  { platformId, sellerId }: { readonly platformId: string; readonly sellerId: string },
  range: DayRange,
): Promise<readonly (SellerRevenue & { readonly day: Day })[]> => {
  const ofSeller = equal({ platform_id: platformId, seller_id: sellerId });
  const filter = all(ofSeller, withinDays('day', range));
  const query = filter(rowsIn(salesDayTable))
    .select({ sellerId: 'seller_id' }, 'day', 'currency', sql.raw(SUMS))
    .groupBy('seller_id', 'day', 'currency')
    .havingRaw(HAS_ACTIVITY)
    .orderBy(['day', 'currency']);
  return fetchRows<SellerRevenue & { readonly day: Day }>(reader, query);
};
