import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import {
  all,
  countRows,
  equal,
  select,
  type Filter,
  type Queryable,
} from './engine/define/query.ts';
import { sellerBalanceTable, type SellerBalanceRow } from './seller-balance.ts';

/** The same condition as that of the table's partial index. */
const selectNegative = (platformId: string): Filter =>
  all(equal({ platform_id: platformId }), (query) => query.whereRaw('available < 0'));

/** Sellers who owe the platform money, longest in debt first, with their last reversal as the cause. */
export const listNegativeSellers = (
  reader: Queryable,
  platformId: string,
  paging: Paging,
): Promise<Page<SellerBalanceRow>> =>
  pageOf<SellerBalanceRow>(reader, {
    rows: select(sellerBalanceTable),
    filter: selectNegative(platformId),
    filters: { platformId },
    paging,
    sort: {
      columns: ['negative_since', 'seller_id'],
      direction: 'ascending',
      keyOf: ({ negativeSince, sellerId }) => [negativeSince ?? '', sellerId],
    },
  });

export const countNegativeSellers = (reader: Queryable, platformId: string): Promise<number> =>
  countRows(reader, sellerBalanceTable, selectNegative(platformId));
