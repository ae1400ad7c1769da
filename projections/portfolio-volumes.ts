import type { Cents } from '#/domain/values/money.ts';
import { addDays, type Day } from '#/domain/values/time.ts';
import { rowsOf, type Queryable } from './engine/define/query.ts';
import { viewOf } from './engine/define/table-sql.ts';
import { assignmentTable, type Portfolio } from './portfolios.ts';
import { salesDayTable } from './sales.ts';

/** Lists sum the volume over this many days, and compare it with that of as many days before. */
export const LISTED_DAYS = 30;

/** Number, and volume in cents of reais, of the sales approved in a range of days. */
export type Sold = { readonly count: number; readonly volume: Cents };

/** Parts of a SQL join: `own` has the sellers in portfolios, `sold` their sales in reais by day. */
const OWN = `${viewOf(assignmentTable)} AS own`;
const SOLD = `${viewOf(salesDayTable)} AS sold
  ON sold.platform_id = own.platform_id AND sold.seller_id = own.seller_id AND sold.currency = 'BRL'`;

type PortfolioFigures = { readonly sellers: number; readonly volume: Cents };

/** How many sellers each manager has, and what they sold in the last 30 days. */
export const loadPortfolioFigures = async (
  reader: Queryable,
  managerIds: readonly string[],
  today: Day,
): Promise<ReadonlyMap<string, PortfolioFigures>> => {
  const rows = await rowsOf<{ readonly managerId: string } & PortfolioFigures>(
    reader,
    `SELECT id AS "managerId", (SELECT count(*) FROM ${OWN} WHERE own.manager_id = id) AS sellers,
       (SELECT coalesce(sum(sold.approved_amount), 0) FROM ${OWN} JOIN ${SOLD}
         WHERE own.manager_id = id AND sold.day > $2::date AND sold.day <= $3::date) AS volume
     FROM unnest($1::text[]) AS id`,
    [managerIds, addDays(today, -LISTED_DAYS), today],
  );
  return new Map(rows.map(({ managerId, ...figures }) => [managerId, figures]));
};

/** Days without a sale may be missing. */
export const loadPortfolioDays = (
  reader: Queryable,
  { platformId, managerId }: Portfolio,
  { after, today }: { readonly after: Day; readonly today: Day },
): Promise<readonly (Sold & { readonly day: Day })[]> =>
  rowsOf(
    reader,
    `SELECT sold.day, sum(sold.approved_count) AS count, sum(sold.approved_amount) AS volume
     FROM ${OWN} JOIN ${SOLD}
     WHERE own.platform_id = $1 AND own.manager_id = $2 AND sold.day > $3::date AND sold.day <= $4::date
     GROUP BY sold.day ORDER BY sold.day`,
    [platformId, managerId, after, today],
  );

type RankedRow = Sold & {
  readonly sellerId: string;
  /** The volume in as many days before the period. */
  readonly before: Cents;
  /** How many sellers the ranking has, also beyond the limit. */
  readonly total: number;
};

/**
 * SQL of a seller's sums: `count` and `volume` of the days after one day, `before` of the days up to it.
 * @param begin the SQL parameter that holds the day, such as `$3`
 */
const printSums = (begin: string): string =>
  `coalesce(sum(sold.approved_count) FILTER (WHERE sold.day > ${begin}::date), 0) AS count,
   coalesce(sum(sold.approved_amount) FILTER (WHERE sold.day > ${begin}::date), 0) AS volume,
   coalesce(sum(sold.approved_amount) FILTER (WHERE sold.day <= ${begin}::date), 0) AS before`;

/** Highest volume first. Includes sellers who sold only in the equally long period before. */
export const rankPortfolio = (
  reader: Queryable,
  { platformId, managerId }: Portfolio,
  { days, today, limit }: { readonly days: number; readonly today: Day; readonly limit: number },
): Promise<readonly RankedRow[]> =>
  rowsOf<RankedRow>(
    reader,
    `SELECT own.seller_id AS "sellerId", count(*) OVER () AS total, ${printSums('$3')}
     FROM ${OWN} JOIN ${SOLD}
     WHERE own.platform_id = $1 AND own.manager_id = $2 AND sold.day > $4::date AND sold.day <= $5::date
     GROUP BY own.seller_id HAVING sum(sold.approved_count) > 0
     ORDER BY volume DESC, before DESC, own.seller_id LIMIT $6`,
    [platformId, managerId, addDays(today, -days), addDays(today, -2 * days), today, limit],
  );

/** Reais sold in the last 30 days and in the 30 days before, and the last sale in any currency. */
type SellerVolume = {
  readonly volume: Cents;
  readonly before: Cents;
  readonly lastSaleOn: Day | null;
};

/** By seller id; sellers who never sold anything are missing. */
export const loadSellerVolumes = async (
  reader: Queryable,
  platformId: string,
  sellerIds: readonly string[],
  today: Day,
): Promise<ReadonlyMap<string, SellerVolume>> => {
  const rows = await rowsOf<SellerVolume & { readonly sellerId: string }>(
    reader,
    `SELECT sold.seller_id AS "sellerId",
       coalesce(sum(sold.approved_amount) FILTER (WHERE sold.day > $3::date AND sold.currency = 'BRL'), 0) AS volume,
       coalesce(sum(sold.approved_amount) FILTER (WHERE sold.day > $4::date AND sold.day <= $3::date AND sold.currency = 'BRL'), 0) AS before,
       max(sold.day) AS "lastSaleOn"
     FROM ${viewOf(salesDayTable)} AS sold
     WHERE sold.platform_id = $1 AND sold.seller_id = ANY($2) AND sold.approved_count > 0 AND sold.day <= $5::date
     GROUP BY sold.seller_id`,
    [platformId, sellerIds, addDays(today, -LISTED_DAYS), addDays(today, -2 * LISTED_DAYS), today],
  );
  return new Map(rows.map(({ sellerId, ...volume }) => [sellerId, volume]));
};

/** Reais that each platform sold in the last 30 days; platforms that sold nothing are missing. */
export const loadPlatformVolumes = async (
  reader: Queryable,
  platformIds: readonly string[],
  today: Day,
): Promise<ReadonlyMap<string, Cents>> => {
  const rows = await rowsOf<{ readonly platformId: string; readonly volume: Cents }>(
    reader,
    `SELECT platform_id AS "platformId", sum(approved_amount) AS volume FROM ${viewOf(salesDayTable)}
     WHERE platform_id = ANY($1) AND currency = 'BRL' AND day > $2::date AND day <= $3::date
     GROUP BY platform_id`,
    [platformIds, addDays(today, -LISTED_DAYS), today],
  );
  return new Map(rows.map(({ platformId, volume }) => [platformId, volume]));
};
