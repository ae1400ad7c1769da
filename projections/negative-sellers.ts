import {
  Conditions,
  pageOf,
  rowsOf,
  type Page,
  type Paging,
  type Queryable,
} from './engine/define/page.ts';
import { sellerBalanceTable, type SellerBalanceRow } from './seller-balance.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';

const BALANCES = viewOf(sellerBalanceTable);

const negative = (platformId: string): Conditions =>
  new Conditions().equal('platform_id', platformId).and('available < 0');

/** Sellers who owe the platform, longest in debt first, with the last reversal as the cause. */
export const listNegativeSellers = (
  reader: Queryable,
  platformId: string,
  paging: Paging,
): Promise<Page<SellerBalanceRow>> =>
  pageOf<SellerBalanceRow>(reader, {
    select: `SELECT ${selection(sellerBalanceTable)} FROM ${BALANCES}`,
    conditions: negative(platformId),
    filters: { platformId },
    paging,
    sort: {
      columns: ['negative_since', 'seller_id'],
      direction: 'ascending',
      keyOf: ({ negativeSince, sellerId }) => [negativeSince ?? '', sellerId],
    },
  });

export const countNegativeSellers = async (
  reader: Queryable,
  platformId: string,
): Promise<number> => {
  const { where, values } = negative(platformId);
  const text = `SELECT count(*) AS count FROM ${BALANCES}${where}`;
  const [row] = await rowsOf<{ count: number }>(reader, text, values);
  return row?.count ?? 0;
};
