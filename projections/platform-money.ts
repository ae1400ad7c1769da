import { awaitedOutcomes, awaitsOutcome } from './awaited-outcomes.ts';
import { rowsOf, type Queryable } from './engine/define/query.ts';
import { viewOf } from './engine/define/table-sql.ts';
import { sellerBalanceTable } from './seller-balance.ts';

/** The read models that know whether a platform has money. */
export const platformMoney = [...awaitedOutcomes, 'seller-balance'];

/** Returns whether a seller of the platform has money or owes some, or the outcome of a request at any acquirer is awaited. */
export const hasMoney = async (reader: Queryable, platformId: string): Promise<boolean> => {
  const [row] = await rowsOf<{ has: boolean }>(
    reader,
    `SELECT EXISTS (SELECT FROM ${viewOf(sellerBalanceTable)} WHERE platform_id = $1
      AND (pending <> 0 OR available <> 0 OR held <> 0 OR pending_by_day::text <> '[]')) AS has`,
    [platformId],
  );
  return row?.has === true || awaitsOutcome(reader, { platformId });
};
